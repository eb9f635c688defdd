-- Actors and their credentials.
create table actors (
  id uuid primary key,
  kind text not null check (kind in ('human', 'agent')),
  name text not null,
  handle text not null unique,
  email text unique,
  avatar_url text,
  can_be_delegated boolean,
  can_be_mentioned boolean,
  owner_actor_id uuid references actors,
  password_hash text,
  is_instance_admin boolean not null default false,
  timezone text not null default 'UTC',
  locale text,
  created_at timestamptz not null,
  deactivated_at timestamptz,
  check ((kind = 'agent') = (can_be_delegated is not null)),
  check ((kind = 'agent') = (can_be_mentioned is not null))
);
create index actors_by_owner on actors (owner_actor_id) where owner_actor_id is not null;

create table web_sessions (
  id uuid primary key,
  hash bytea not null unique,
  actor_id uuid not null references actors,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index web_sessions_by_actor on web_sessions (actor_id);
create index web_sessions_by_end on web_sessions (expires_at);

create table tokens (
  id uuid primary key,
  hash bytea not null unique,
  last_four text not null,
  label text not null,
  actor_id uuid not null references actors,
  minted_by_actor_id uuid not null references actors,
  parent_token_id uuid references tokens,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index tokens_by_actor on tokens (actor_id);
create index tokens_by_minter on tokens (minted_by_actor_id);
create index tokens_by_parent on tokens (parent_token_id) where parent_token_id is not null;

create table password_resets (
  hash bytea primary key,
  actor_id uuid not null references actors,
  expires_at timestamptz not null
);
create index password_resets_by_actor on password_resets (actor_id);
create index password_resets_by_end on password_resets (expires_at);

-- Failed logins of one account; the account is the e-mail as typed, in lower case, known or not.
create table login_failures (
  account text primary key,
  failures int not null,
  retry_at timestamptz not null
);
create index login_failures_by_time on login_failures (retry_at);

-- Private and board-less acts. A row never holds a secret.
create table audit_log (
  id uuid primary key,
  actor_id uuid,
  act text not null,
  outcome text not null,
  credential text,
  address text,
  detail json,
  created_at timestamptz not null
);
create index audit_log_by_actor on audit_log (actor_id, id);
create index audit_log_by_time on audit_log (created_at);

-- First results by (actor, clientMutationId).
create table ledger (
  actor_id uuid not null,
  mutation_id text not null,
  operation text not null,
  target text not null,
  board_id uuid,
  status smallint not null,
  body json,
  input_hash text not null,
  created_at timestamptz not null,
  primary key (actor_id, mutation_id)
);
create index ledger_by_time on ledger (created_at);

-- Boards. The row is the lock and the counter of the board: every write on a board starts by locking it.
create table boards (
  id uuid primary key,
  name text not null,
  description text not null,
  agent_guidance text not null,
  key_prefix text not null unique,
  version int not null default 1,
  created_by uuid not null references actors,
  created_at timestamptz not null,
  archived_at timestamptz,
  last_seq bigint not null default 0,
  last_activity_id uuid,
  last_card_number int not null default 0
) with (fillfactor = 50);

create table members (
  board_id uuid not null references boards on delete cascade,
  actor_id uuid not null references actors,
  role text not null check (role in ('viewer', 'member', 'admin')),
  added_at timestamptz not null,
  primary key (board_id, actor_id)
);
create index members_by_actor on members (actor_id);

create table invitations (
  board_id uuid not null references boards on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('viewer', 'member', 'admin')),
  hash bytea not null unique,
  invited_by uuid not null references actors,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (board_id, id),
  unique (board_id, email)
);
create index invitations_by_end on invitations (expires_at);

create table lists (
  board_id uuid not null references boards on delete cascade,
  id uuid not null unique,
  name text not null,
  rank text collate "C" not null,
  wip_limit int,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (board_id, id),
  unique (board_id, rank) deferrable initially immediate
);

create table cards (
  board_id uuid not null,
  id uuid primary key,
  list_id uuid not null,
  number int not null,
  title text not null,
  description text not null,
  rank text collate "C" not null,
  priority text not null check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  start_at timestamptz,
  due_at timestamptz,
  completed_at timestamptz,
  archived_at timestamptz,
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  delegate_actor_id uuid,
  delegated_by uuid,
  delegated_at timestamptz,
  latest_session_id uuid,
  checklist_total int not null default 0,
  checklist_done int not null default 0,
  comment_count int not null default 0,
  attachment_count int not null default 0,
  foreign key (board_id, list_id) references lists (board_id, id),
  unique (board_id, number),
  unique (board_id, list_id, rank) deferrable initially immediate
) with (fillfactor = 80);
create index cards_archived on cards (board_id, archived_at) where archived_at is not null;
create index cards_by_delegate on cards (delegate_actor_id) where delegate_actor_id is not null;

-- A list with where its cards end: what adding a card needs to know.
create view list_ends as
select l.*, (select c.rank from cards c where c.board_id = l.board_id and c.list_id = l.id order by c.rank desc limit 1) as last_rank from lists l;

create table card_assignees (
  board_id uuid not null,
  card_id uuid not null,
  actor_id uuid not null,
  assigned_at timestamptz not null,
  primary key (card_id, actor_id),
  foreign key (card_id) references cards (id) on delete cascade
);
create index card_assignees_by_board on card_assignees (board_id, card_id);
create index card_assignees_by_actor on card_assignees (actor_id);

create table checklist_items (
  board_id uuid not null,
  id uuid primary key,
  card_id uuid not null,
  text text not null,
  rank text collate "C" not null,
  done_at timestamptz,
  done_by uuid,
  assignee_actor_id uuid,
  created_at timestamptz not null,
  unique (card_id, rank) deferrable initially immediate,
  foreign key (card_id) references cards (id) on delete cascade
);
create index checklist_items_by_assignee on checklist_items (assignee_actor_id) where assignee_actor_id is not null;

create table comments (
  board_id uuid not null,
  id uuid primary key,
  card_id uuid not null,
  actor_id uuid not null,
  body text not null,
  session_id uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  foreign key (card_id) references cards (id) on delete cascade
);
create index comments_by_card on comments (card_id, id);

-- Agent sessions and their append-only trail.
create table sessions (
  board_id uuid not null,
  id uuid primary key,
  card_id uuid not null,
  agent_actor_id uuid not null,
  initiator_actor_id uuid not null,
  state text not null check (state in ('queued', 'working', 'awaiting_input', 'done', 'error')),
  status_text text,
  summary text,
  failure_reason text,
  trigger json not null,
  of_delegation boolean not null,
  question json,
  question_tier smallint,
  question_routed_at timestamptz,
  plan json,
  external_url text,
  usage json,
  stop_requested_at timestamptz,
  last_event_id uuid not null,
  last_event_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  foreign key (card_id) references cards (id) on delete cascade,
  check ((ended_at is not null) = (state in ('done', 'error'))),
  check ((question is not null) = (state = 'awaiting_input')),
  check ((question_routed_at is not null) = (state = 'awaiting_input'))
) with (fillfactor = 70);
create unique index sessions_one_live on sessions (card_id, agent_actor_id) where ended_at is null;
create index sessions_by_card on sessions (card_id, id);
create index sessions_by_agent on sessions (agent_actor_id, id);
create index sessions_by_initiator on sessions (initiator_actor_id, id);
create index sessions_live on sessions (last_event_at) where ended_at is null;
create index sessions_live_by_board on sessions (board_id) where ended_at is null;
create index sessions_by_board on sessions (board_id, id);
create index sessions_unanswered on sessions (question_routed_at) where question_tier < 3;

-- A card with what its face shows: assignees and the latest session.
create view card_faces as
select c.*,
  array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
  s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at
from cards c left join sessions s on s.id = c.latest_session_id;

create table session_events (
  board_id uuid not null references boards on delete cascade,
  session_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('state_change', 'progress', 'question', 'answer', 'log')),
  body json not null,
  created_at timestamptz not null,
  primary key (session_id, id)
);
create index session_events_by_board on session_events (board_id);

-- The log. seq order = id order = commit order, per board.
create table activities (
  board_id uuid not null references boards on delete cascade,
  seq bigint not null,
  id uuid not null,
  card_id uuid,
  actor_id uuid not null,
  verb text not null,
  payload json not null,
  -- So that a page ends by bytes without a look into texts that are kept apart and compressed.
  payload_octets int generated always as (octet_length(payload::text)) stored,
  origin json,
  created_at timestamptz not null,
  primary key (board_id, seq)
);
create unique index activities_by_id on activities (board_id, id);
create index activities_by_card on activities (card_id, seq) where card_id is not null;

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tandem.deleting_board', true) = old.board_id::text then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on activities for each row execute function refuse_rewrite();
create trigger append_only before update or delete on session_events for each row execute function refuse_rewrite();

create table notifications (
  id uuid not null,
  actor_id uuid not null references actors,
  activity_id uuid not null,
  board_id uuid not null references boards on delete cascade,
  card_id uuid,
  session_id uuid,
  reason text not null,
  verb text not null,
  by_actor_id uuid not null,
  excerpt text,
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (actor_id, id),
  unique (actor_id, activity_id)
);
create index notifications_unread on notifications (actor_id, id) where read_at is null;
create index notifications_read on notifications (read_at) where read_at is not null;
create index notifications_by_board on notifications (board_id);
create index notifications_of_question on notifications (session_id, actor_id) where reason = 'question';

-- Webhooks. A pending delivery row is the outbox.
create table webhooks (
  id uuid primary key,
  board_id uuid references boards on delete cascade,
  actor_id uuid references actors,
  created_by uuid not null references actors,
  url text not null,
  events text[] not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  leash uuid[],
  active boolean not null,
  consecutive_failures int not null default 0,
  disabled_reason text,
  created_at timestamptz not null,
  check ((board_id is null) <> (actor_id is null))
);
create index webhooks_of_board on webhooks (board_id) where board_id is not null;
create index webhooks_of_actor on webhooks (actor_id) where actor_id is not null;

create table deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  board_id uuid not null,
  seq bigint not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'canceled')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  last_status smallint,
  last_error text
);
create index deliveries_due on deliveries (webhook_id, next_attempt_at, seq) where state = 'pending';
create index deliveries_of_webhook on deliveries (webhook_id, id);

-- Letters to send once the transaction that wrote them has committed.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index mails_due on mails (next_attempt_at, id);

-- Letters that invited an address to a board, for a day, which bounds how many there are. Whoever revokes an invitation or deletes the
-- board does not get them back.
create table invitation_letters (
  board_id uuid not null,
  email text not null,
  sender_id uuid not null,
  sent_at timestamptz not null,
  primary key (board_id, email)
);
create index invitation_letters_by_sender on invitation_letters (sender_id, sent_at);
create index invitation_letters_by_time on invitation_letters (sent_at);

-- The service itself, as the actor of what no person or agent did: time-outs, for one.
insert into actors (id, kind, name, handle, can_be_delegated, can_be_mentioned, created_at)
values ('00000000-0000-7000-8000-000000000001', 'agent', 'Tandem', 'tandem', false, false, '2026-01-01T00:00:00Z');

-- A UUIDv7 of the given time, for rows that SQL makes in sets (PostgreSQL before 18 has no uuidv7()).
create function uuid_at(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
