-- Whose word the text of a checklist item, the value of a field and the name of an attachment is (0097 has the same for comments and cards).
-- Null for what is older than these columns: who wrote an item or a value was not kept then.
alter table checklist_items
  add column written_by uuid references actors,
  add column author_role text;
alter table field_values
  add column written_by uuid references actors,
  add column author_role text;
-- Its author is who attached it.
alter table attachments add column author_role text;
alter table removed_attachments add column author_role text;
