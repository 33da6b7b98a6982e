"""Tables inside an Effect: each row is put into English, which the reader of sentences reads or refuses."""
