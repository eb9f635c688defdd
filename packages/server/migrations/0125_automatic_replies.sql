-- The Message-ID of the letter that a letter answers by itself, empty when that letter had none; null for all other letters.
alter table mails add column in_reply_to text;
