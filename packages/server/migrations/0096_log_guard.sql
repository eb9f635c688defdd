-- The session of an activity cannot be changed either, also while the activity waits for its hash.
create or replace function refuse_rewrite_of_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tandem.deleting_board', true) = old.board_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.hash is null and old.payload_hash is null
    and (new.board_id, new.seq, new.id, new.card_id, new.actor_id, new.verb, new.payload::text, new.origin::text, new.created_at, new.session_id)
      is not distinct from (old.board_id, old.seq, old.id, old.card_id, old.actor_id, old.verb, old.payload::text, old.origin::text,
        old.created_at, old.session_id)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
