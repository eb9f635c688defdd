-- Notifications that go out by mail once the transaction that told of them has committed. A row says no more than the inbox does; who may
-- read it, and whether it still matters, is looked up when it goes.
create table notification_mails (
  -- That of the notification.
  id uuid primary key,
  actor_id uuid not null references actors,
  activity_id uuid not null,
  board_id uuid not null references boards on delete cascade,
  card_id uuid,
  session_id uuid,
  reason text not null,
  by_actor_id uuid not null,
  excerpt text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  unique (actor_id, activity_id)
);
create index notification_mails_due on notification_mails (next_attempt_at, actor_id);
create index notification_mails_by_board on notification_mails (board_id);

-- The due date that people are still to be reminded of: of a card to be done, and one that lay ahead when it was set or the card became
-- one to be done. The reminder takes it away.
alter table cards add column remind_due_at timestamptz;
update cards set remind_due_at = due_at where due_at > now() and completed_at is null and archived_at is null;
create index cards_to_remind on cards (remind_due_at, id) where remind_due_at is not null;

create function await_due_date() returns trigger language plpgsql as $$
begin
  new.remind_due_at := case when new.due_at > new.updated_at and new.completed_at is null and new.archived_at is null then new.due_at end;
  return new;
end $$;
create trigger due_date_set before insert on cards for each row when (new.due_at is not null) execute function await_due_date();
create trigger due_date_changed before update of due_at, completed_at, archived_at on cards for each row
  when (old.due_at is distinct from new.due_at
    or new.due_at is not null and (old.completed_at is null, old.archived_at is null) <> (new.completed_at is null, new.archived_at is null))
  execute function await_due_date();
