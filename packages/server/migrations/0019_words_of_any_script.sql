-- Trigrams are made of what the locale of the database takes for letters, and that of C knows those of ASCII alone. What is one edit away
-- has its first or its second half right: words of other letters are looked up by either, the second one from behind.
create index search_words_by_ending on search_words (reverse(word)) where octet_length(word) > length(word);
