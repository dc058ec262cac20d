<?php
// A whole game by the client that openapi-generator's `php` makes, with default options: `player.php CLIENT SERVER`.
use OpenAPI\Client\Api;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;

[, $folder, $server] = $argv;
require getenv("GUZZLE") ?: "/usr/share/php/GuzzleHttp/autoload.php";
spl_autoload_register(function (string $name) use ($folder): void {
    $file = "$folder/lib/" . str_replace("\\", "/", substr($name, strlen("OpenAPI\\Client\\"))) . ".php";
    if (is_file($file)) require $file;
});

$http = new GuzzleHttp\Client();
$as = fn(?string $token) => (new Configuration())->setHost($server)->setAccessToken($token ?? "");
$tables = [];
for ($seat = 0; $seat < 2; $seat++) {
    $account = (new Api\AccountsApi($http, $as(null)))->createAccount(new Model\CreateAccountRequest());
    $tables[] = new Api\GamesApi($http, $as($account->getToken()));
}
$game = $tables[0]->createGame(new Model\CreateGameRequest(["seats" => 2]))->getId();
$view = $tables[1]->createSeat($game, create_seat_request: new Model\CreateSeatRequest());
$seen = 0;
while ($view->getStatus() !== "ended") {
    $seat = $view->getToMove();
    $view = $tables[$seat]->getGame($game);
    foreach ($view->getHands() as $hand) {
        foreach ($hand->getCards() as $card) {
            $hidden = $hand->getSeat() === $seat;
            if (is_null($card->getSuit()) !== $hidden || is_null($card->getRank()) !== $hidden) {
                throw new Exception("wrong card");
            }
            $seen++;
        }
    }
    $actions = $view->getLegalActions();
    $action = json_decode(json_encode(end($actions)), true);
    $move = new Model\CreateMoveRequest(array_merge($action, ["expected_version" => $view->getVersion()]));
    $view = $tables[$seat]->createMove($game, $move)->getView();
}
$replay = (new Api\ReplaysApi($http, $as(null)))->getReplay($game);
echo $replay->getResult()->getOutcome(), " ", count($replay->getEvents()), " ", $seen, "\n";
