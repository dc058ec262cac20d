"""Games in progress: storage, play, lobby, chat and news."""
