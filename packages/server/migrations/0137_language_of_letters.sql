-- The language in which a letter is written; null for one that was queued before, which is in English.
alter table mails add column language text;
