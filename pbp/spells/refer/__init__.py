"""What words refer to, sentence after sentence: pronouns, "otherwise", "instead", ties; and the plain form of trees."""
