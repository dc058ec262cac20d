// Reads files with the types that openapi-generator's `rust` makes: `reader VIEW REPLAY IMPORTED RECORD`.
mod models;

fn read<T: serde::de::DeserializeOwned>(path: &str) -> T {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let view: models::View = read(&files[0]);
    let replay: models::Replay = read(&files[1]);
    let imported: models::Replay = read(&files[2]);
    let record: models::GameRecord = read(&files[3]);
    assert!(replay.source.is_none());
    let opened = view.hands.iter().flat_map(|hand| &hand.cards).filter(|card| card.suit.is_some()).count();
    let source = imported.source.unwrap().id.unwrap().unwrap();
    println!("{} {} {} {}", opened, replay.events.len(), source, record.core.unwrap().events.len());
}
