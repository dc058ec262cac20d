// A whole game by the client that openapi-generator's `java` makes for the HTTP client of the JDK: `Player SERVER IMPORTED`.
// It reads the replay, and the replay of an imported game.
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.ReplaysApi;
import org.openapitools.client.model.*;

class Player {
    static ApiClient client(String server, String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(server);
        if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return client;
    }

    static GamesApi table(String server) throws Exception {
        Account account = new AccountsApi(client(server, null)).createAccount(new CreateAccountRequest(), null, null);
        return new GamesApi(client(server, account.getToken()));
    }

    public static void main(String[] arguments) throws Exception {
        String server = arguments[0];
        List<GamesApi> tables = List.of(table(server), table(server));
        String game = tables.get(0).createGame(new CreateGameRequest().seats(2), null, null, null).getId();
        View view = tables.get(1).createSeat(game, null, null, null, new CreateSeatRequest());
        int seen = 0;
        while (view.getStatus() != Status.STATUS_ENDED) {
            int seat = view.getToMove();
            view = tables.get(seat).getGame(game, null, null, null, null, null, null);
            for (Hand hand : view.getHands()) {
                for (HandCard card : hand.getCards()) {
                    boolean hidden = hand.getSeat() == seat;
                    if ((card.getSuit() == null) != hidden || (card.getRank() == null) != hidden) {
                        throw new IllegalStateException("wrong card");
                    }
                    seen++;
                }
            }
            Action action = view.getLegalActions().get(view.getLegalActions().size() - 1);
            CreateMoveRequest move = new CreateMoveRequest().type(action.getType()).card(action.getCard());
            move.target(action.getTarget()).color(action.getColor()).rank(action.getRank());
            move.expectedVersion(view.getVersion());
            view = tables.get(seat).createMove(game, move, null, null, null, null).getView();
        }
        ReplaysApi replays = new ReplaysApi(client(server, null));
        Replay replay = replays.getReplay(game, null, null);
        if (replay.getSource() != null || !replay.getResult().getScore().equals(view.getResult().getScore())) {
            throw new IllegalStateException("wrong replay");
        }
        Source source = replays.getReplay(arguments[1], null, null).getSource();
        if (source.getSite() != Source.SiteEnum.HANAB_LIVE || !source.getId().equals(149251)) {
            throw new IllegalStateException("wrong source");
        }
        System.out.println(view.getResult().getOutcome() + " " + replay.getEvents().size() + " " + seen);
    }
}
