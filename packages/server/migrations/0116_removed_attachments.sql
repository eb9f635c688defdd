-- Attachments that an agent or an undo has taken off a card: kept with their files for a time, so that an undo can bring them back
-- (docs/decisions/undo.md). They are a table of their own, so that nothing that reads attachments finds them.
create table removed_attachments (
  board_id uuid not null references boards on delete cascade,
  id uuid primary key,
  card_id uuid not null references cards (id) on delete cascade,
  kind text not null,
  name text not null,
  filename text not null,
  url text,
  file_key text references files,
  content_type text,
  proven boolean not null default false,
  size_bytes bigint,
  created_by uuid not null references actors,
  created_at timestamptz not null,
  thumbnail_due_at timestamptz,
  thumbnail_attempts int not null default 0,
  thumbnail_failure text,
  small_key text references files,
  large_key text references files,
  imported json,
  removed_at timestamptz not null
);
create index removed_attachments_by_time on removed_attachments (removed_at);
create index removed_attachments_by_card on removed_attachments (card_id);
create index removed_attachments_by_board on removed_attachments (board_id) include (size_bytes);
create index removed_attachments_by_creator on removed_attachments (created_by) where kind = 'file';
create index removed_attachments_by_file on removed_attachments (file_key) where file_key is not null;
create index removed_attachments_by_small on removed_attachments (small_key) where small_key is not null;
create index removed_attachments_by_large on removed_attachments (large_key) where large_key is not null;

-- A file is needed until the last attachment that names it is gone, a removed one too. What goes from one table into the other in one
-- statement is there when this runs.
create or replace function unkeep_files() returns trigger language plpgsql as $$
declare
  named text[] := array[old.file_key, old.small_key, old.large_key];
begin
  perform from files where key = any (named) order by key for no key update;
  update files f set kept = false, sweep_at = now() + interval '1 hour'
  where f.kept and f.key = any (named)
    and not exists (select from attachments a where a.file_key = f.key)
    and not exists (select from attachments a where a.small_key = f.key)
    and not exists (select from attachments a where a.large_key = f.key)
    and not exists (select from removed_attachments a where a.file_key = f.key)
    and not exists (select from removed_attachments a where a.small_key = f.key)
    and not exists (select from removed_attachments a where a.large_key = f.key);
  return null;
end $$;
create trigger unkeep_files after delete on removed_attachments for each row when (old.file_key is not null) execute function unkeep_files();
