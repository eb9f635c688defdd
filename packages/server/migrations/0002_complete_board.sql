-- Labels of a board, and on its cards.
create table labels (
  board_id uuid not null references boards on delete cascade,
  id uuid not null unique,
  name text not null,
  color text not null,
  created_at timestamptz not null,
  primary key (board_id, id)
);
create unique index labels_by_name on labels (board_id, lower(name));

create table card_labels (
  board_id uuid not null,
  card_id uuid not null references cards (id) on delete cascade,
  label_id uuid not null references labels (id) on delete cascade,
  primary key (card_id, label_id)
);
create index card_labels_by_board on card_labels (board_id, card_id);
create index card_labels_by_label on card_labels (label_id);

-- Custom fields of a board, and what its cards hold in them.
create table fields (
  board_id uuid not null references boards on delete cascade,
  id uuid not null unique,
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'checkbox', 'select', 'url')),
  options text[],
  created_at timestamptz not null,
  primary key (board_id, id),
  check ((type = 'select') = (options is not null))
);
create unique index fields_by_name on fields (board_id, lower(name));

create table field_values (
  board_id uuid not null,
  card_id uuid not null references cards (id) on delete cascade,
  field_id uuid not null references fields (id) on delete cascade,
  value jsonb not null,
  primary key (card_id, field_id)
);
create index field_values_by_board on field_values (board_id, card_id);
-- A text may be too long for an index entry: what is found by its beginning is compared whole.
create index field_values_by_value on field_values (field_id, left(value #>> '{}', 100));

-- How cards stand to each other, read as a sentence: card_id blocks, relates to, or is parent of other_card_id.
create table relations (
  board_id uuid not null,
  card_id uuid not null references cards (id) on delete cascade,
  other_board_id uuid not null,
  other_card_id uuid not null references cards (id) on delete cascade,
  kind text not null check (kind in ('blocks', 'relates', 'parent')),
  created_at timestamptz not null,
  primary key (card_id, other_card_id, kind),
  check (card_id <> other_card_id)
);
create index relations_by_other on relations (other_card_id, kind);
create index relations_by_board on relations (board_id);
create index relations_by_other_board on relations (other_board_id, kind);

create table watches (
  board_id uuid not null,
  card_id uuid not null references cards (id) on delete cascade,
  actor_id uuid not null references actors,
  created_at timestamptz not null,
  primary key (card_id, actor_id)
);
create index watches_by_actor on watches (actor_id, board_id);

-- Numbers that a card had on boards it has left: its old keys keep resolving.
create table former_numbers (
  board_id uuid not null references boards on delete cascade,
  number int not null,
  card_id uuid not null references cards (id) on delete cascade,
  primary key (board_id, number)
);
create index former_numbers_by_card on former_numbers (card_id);

-- What of the inbox an actor wants, where it differs from the defaults.
create table notification_settings (
  actor_id uuid not null references actors,
  reason text not null,
  inbox boolean,
  email boolean,
  primary key (actor_id, reason)
);

-- Deleted for good: nobody sees it any more, and its rows are being removed.
alter table boards add column deleted_at timestamptz;
create index boards_deleted on boards (deleted_at) where deleted_at is not null;

-- Archived because its list was: it comes back with the list.
alter table cards add column archived_with_list boolean not null default false;

-- A card with what its face shows: assignees, labels, whether another card blocks it, and the latest session.
drop view card_faces;
create view card_faces as
select c.*,
  array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
  array(select l.label_id from card_labels l where l.card_id = c.id order by l.label_id) as label_ids,
  exists (select from relations r join cards b on b.id = r.card_id
    where r.other_card_id = c.id and r.kind = 'blocks' and b.completed_at is null and b.archived_at is null) as blocked,
  exists (select from relations r where r.card_id = c.id and r.kind = 'blocks') as blocks,
  exists (select from watches w where w.card_id = c.id) as watched,
  s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at
from cards c left join sessions s on s.id = c.latest_session_id;

-- A session goes with its card to another board; what its trail says stays as it is.
create or replace function refuse_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tandem.deleting_board', true) = old.board_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'session_events' and to_jsonb(new) - 'board_id' = to_jsonb(old) - 'board_id' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
