pub mod rust {
    pub mod double_option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};
        type Double<T> = Option<Option<T>>;
        pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Double<T>, D::Error> {
            Option::deserialize(from).map(Some)
        }
        pub fn serialize<S: Serializer, T: Serialize>(value: &Double<T>, to: S) -> Result<S::Ok, S::Error> {
            value.as_ref().and_then(Option::as_ref).serialize(to)
        }
    }
}
