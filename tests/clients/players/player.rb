# A whole game by the client that openapi-generator's `ruby` makes, with default options: `player.rb SERVER`.
require "uri"

require "openapi_client"

def client(server, token = nil)
  configuration = OpenapiClient::Configuration.new
  uri = URI(server)
  configuration.scheme, configuration.host = uri.scheme, "#{uri.host}:#{uri.port}"
  configuration.server_index = nil
  configuration.access_token = token
  OpenapiClient::ApiClient.new(configuration)
end

server = ARGV[0]
tables = Array.new(2) do
  account = OpenapiClient::AccountsApi.new(client(server)).create_account(OpenapiClient::CreateAccountRequest.new)
  OpenapiClient::GamesApi.new(client(server, account.token))
end
game = tables[0].create_game(OpenapiClient::CreateGameRequest.new(seats: 2)).id
view = tables[1].create_seat(game, create_seat_request: OpenapiClient::CreateSeatRequest.new)
seen = 0
until view.status == "ended"
  seat = view.to_move
  view = tables[seat].get_game(game)
  view.hands.each do |hand|
    hand.cards.each do |card|
      raise "wrong card" if card.suit.nil? != (hand.seat == seat) || card.rank.nil? != (hand.seat == seat)
      seen += 1
    end
  end
  move = OpenapiClient::CreateMoveRequest.new(view.legal_actions.last.to_hash.merge(expected_version: view.version))
  view = tables[seat].create_move(game, move).view
end
replay = OpenapiClient::ReplaysApi.new(tables[0].api_client).get_replay(game)
puts "#{replay.result.outcome} #{replay.events.length} #{seen}"
