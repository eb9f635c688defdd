-- Undoing what was done under a session (docs/decisions/undo.md). The activities of one undo, or of one that brings it back, bear its id. No
-- foreign key: the log outlives sessions.
alter table activities add column undo_id uuid;
create index activities_by_undo on activities (undo_id, board_id, seq) where undo_id is not null;

-- The last undo and the last that brought it back; `undone_at` while the session is undone.
alter table sessions
  add column undo_id uuid,
  add column redo_id uuid,
  add column undone_at timestamptz,
  add column undone_by uuid;

-- Which undo an activity belongs to cannot be changed either.
create or replace function refuse_rewrite_of_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tandem.deleting_board', true) = old.board_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.hash is null and old.payload_hash is null
    and (new.board_id, new.seq, new.id, new.card_id, new.actor_id, new.verb, new.payload::text, new.origin::text, new.created_at, new.session_id,
        new.undo_id)
      is not distinct from (old.board_id, old.seq, old.id, old.card_id, old.actor_id, old.verb, old.payload::text, old.origin::text,
        old.created_at, old.session_id, old.undo_id)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
