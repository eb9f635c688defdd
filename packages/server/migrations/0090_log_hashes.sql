-- The chain of hashes in the log of a board (docs/verifiable-log.md). The activities up to hashed_seq have hashes, and last_hash is that of
-- hashed_seq. Those behind it, of an older release, get theirs from a worker in the order of seq (workers/log-hashes.ts).
alter table activities add column hash bytea, add column payload_hash bytea;
alter table boards add column hashed_seq bigint not null default 0, add column last_hash bytea;

-- Of the log nothing can be changed; a hash that was missing can be added. JSON has no equality of its own.
create function refuse_rewrite_of_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tandem.deleting_board', true) = old.board_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.hash is null and old.payload_hash is null
    and (new.board_id, new.seq, new.id, new.card_id, new.actor_id, new.verb, new.payload::text, new.origin::text, new.created_at)
      is not distinct from (old.board_id, old.seq, old.id, old.card_id, old.actor_id, old.verb, old.payload::text, old.origin::text, old.created_at)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger append_only on activities;
create trigger append_only before update or delete on activities for each row execute function refuse_rewrite_of_log();
