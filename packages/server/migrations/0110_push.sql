-- Pairs of keys by which push services know this instance (RFC 8292). The newest one that the sealing keys open is in use; a browser goes on
-- with the one that it subscribed with.
create table push_keys (
  id uuid primary key,
  public_key text not null unique,
  private_sealed text not null,
  created_at timestamptz not null
);

-- A browser to which questions of agents are pushed: as long as its sign-in lasts.
create table push_devices (
  id uuid primary key,
  actor_id uuid not null references actors,
  web_session_id uuid not null references web_sessions on delete cascade,
  key_id uuid not null references push_keys,
  endpoint text not null,
  -- With `auth` what a message is encrypted with for this browser (RFC 8291), in base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Messages in a row that the push service did not take.
  failures integer not null default 0,
  unique (endpoint, auth)
);
create index push_devices_of on push_devices (actor_id, id);
create index push_devices_by_web_session on push_devices (web_session_id);

-- What waits to be pushed. A row names a question; what it says, and whether it is still to be said, is looked up when it goes. It has no
-- foreign key to the session: one that is gone by then has nothing to say.
create table push_messages (
  id uuid primary key,
  device_id uuid not null references push_devices on delete cascade,
  what text not null check (what in ('question', 'settled', 'test')),
  board_id uuid,
  session_id uuid,
  question_event_id uuid,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  check ((what = 'test') = (question_event_id is null))
);
create index push_messages_due on push_messages (next_attempt_at, id);
create index push_messages_of_device on push_messages (device_id);
create index push_messages_of_session on push_messages (session_id);

-- A device that is being removed is passed over: no question or answer waits for that, or fails by it.
--
-- Queued with the notification, so that a question of the ladder's later tiers is pushed as the first is.
create function push_question() returns trigger language plpgsql as $$
begin
  insert into push_messages (id, device_id, what, board_id, session_id, question_event_id, next_attempt_at, created_at)
  select uuid_at(new.created_at), d.id, 'question', s.board_id, s.id, (s.question ->> 'eventId')::uuid, new.created_at, new.created_at
  from (select id from push_devices where actor_id = new.actor_id for key share skip locked) d
  join sessions s on s.board_id = new.board_id and s.id = new.session_id
  where s.question is not null;
  return null;
end $$;
create trigger question_is_pushed after insert on notifications for each row
  when (new.reason = 'question' and new.session_id is not null and new.read_at is null) execute function push_question();

-- The question has ended: where it was shown already, that is shown in its place. What was not sent yet is not sent any more.
create function push_settled() returns trigger language plpgsql as $$
begin
  with asked as (
    select n.actor_id, n.created_at from notifications n
    where n.session_id = new.id and n.reason = 'question' and n.created_at >= (old.question ->> 'askedAt')::timestamptz
  ), unsent as (
    delete from push_messages where session_id = new.id and what = 'question' and attempts = 0 returning device_id
  ), devices as (
    select d.id, d.actor_id, d.created_at from push_devices d where d.actor_id in (select actor_id from asked) for key share skip locked
  )
  insert into push_messages (id, device_id, what, board_id, session_id, question_event_id, next_attempt_at, created_at)
  select uuid_at(new.updated_at), d.id, 'settled', new.board_id, new.id, (old.question ->> 'eventId')::uuid, new.updated_at, new.updated_at
  from asked join devices d on d.actor_id = asked.actor_id and d.created_at <= asked.created_at
  where not exists (select from unsent u where u.device_id = d.id);
  return null;
end $$;
create trigger question_is_settled after update of question on sessions for each row
  when (old.question is not null and (old.question ->> 'eventId') is distinct from (new.question ->> 'eventId'))
  execute function push_settled();
