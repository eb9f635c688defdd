-- An assignment says whether its card is open, and when it is due: the work of a person is listed in that order without reading all of their
-- cards. Triggers keep both as the card has them, whatever changes it.
alter table card_assignees
  add column is_open boolean not null default true,
  add column due_at timestamptz;
update card_assignees a set is_open = c.completed_at is null and c.archived_at is null, due_at = c.due_at from cards c where c.id = a.card_id;

create function assignment_begins() returns trigger language plpgsql as $$
begin
  select c.completed_at is null and c.archived_at is null, c.due_at into new.is_open, new.due_at from cards c where c.id = new.card_id;
  -- Without its card the row is refused by its reference.
  new.is_open = coalesce(new.is_open, true);
  return new;
end $$;
create trigger assignment_begins before insert on card_assignees for each row execute function assignment_begins();

create function assignments_follow() returns trigger language plpgsql as $$
begin
  update card_assignees set is_open = new.completed_at is null and new.archived_at is null, due_at = new.due_at where card_id = new.id;
  return null;
end $$;
create trigger assignments_follow after update of completed_at, archived_at, due_at on cards for each row
  when ((old.completed_at is null and old.archived_at is null) is distinct from (new.completed_at is null and new.archived_at is null)
    or old.due_at is distinct from new.due_at)
  execute function assignments_follow();

drop index card_assignees_by_actor;
create index card_assignees_by_actor on card_assignees (actor_id, is_open, due_at, card_id);
