-- What is said is taken into the index of texts a moment after it was written, many texts at a time; whoever searches has it done first.
-- A mutation pays for one row of a queue without an index, which says which text has changed.
drop trigger keep_text on cards;
drop trigger keep_title on cards;
drop trigger keep_description on cards;
drop trigger keep_text on comments;
drop trigger keep_changed_text on comments;
drop function keep_card_text();
drop function keep_comment_text();

create function card_text_changed() returns trigger language plpgsql as $$
begin
  insert into unread_texts (card_id, part_id) values (new.id, new.id);
  return null;
end $$;
create trigger text_added after insert on cards for each row execute function card_text_changed();
create trigger text_changed after update of title, description on cards for each row
  when (old.title <> new.title or old.description <> new.description) execute function card_text_changed();

create function comment_text_changed() returns trigger language plpgsql as $$
begin
  insert into unread_texts (card_id, part_id) values (new.card_id, new.id);
  return null;
end $$;
create trigger text_added after insert on comments for each row execute function comment_text_changed();
create trigger text_changed after update of body, deleted_at on comments for each row
  when (old.body <> new.body or old.deleted_at is distinct from new.deleted_at) execute function comment_text_changed();

-- Its rows live for a moment: the dead ones are cleared away before they are worth reading past.
alter table unread_texts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);

-- An update that changes no indexed column writes to no index. updated_at changes with every one, so the order of updates is kept by
-- stretches of five minutes, and sorted by the instant within one.
create function stretch_of(at timestamptz) returns int language sql immutable parallel safe as $$
  select floor(extract(epoch from at at time zone 'UTC') / 300)::int
$$;
alter table cards add column updated_stretch int not null generated always as (stretch_of(updated_at)) stored;
drop index cards_by_update;
create index cards_by_update on cards (updated_stretch);

-- Most cards have neither a date nor a priority: they need no place in these orders.
drop index cards_by_due_date;
create index cards_by_due_date on cards (due_at, id) where due_at is not null;
drop index cards_by_priority;
create index cards_by_priority on cards (priority_order(priority), id) where priority <> 'none';
