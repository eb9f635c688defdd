-- What lies in the store of files. The row is committed before the first byte is written: whatever lies there is known here, and nothing
-- has to be listed. A file that nobody keeps is deleted by the sweep; once doomed it cannot be kept any more.
create table files (
  key text primary key,
  kept boolean not null default false,
  doomed boolean not null default false,
  created_at timestamptz not null,
  sweep_at timestamptz not null,
  check (not (kept and doomed))
);
create index files_to_sweep on files (sweep_at) where not kept;

-- Files and web addresses on cards. A file may not be forgotten while an attachment names it.
create table attachments (
  board_id uuid not null references boards on delete cascade,
  id uuid primary key,
  card_id uuid not null references cards (id) on delete cascade,
  kind text not null check (kind in ('file', 'link')),
  name text not null,
  filename text not null,
  url text,
  file_key text references files,
  content_type text,
  -- The bytes themselves say that they are of this type.
  proven boolean not null default false,
  size_bytes bigint,
  created_by uuid not null references actors,
  created_at timestamptz not null,
  -- Images: when they are to be made small, how often that was begun, what came of it.
  thumbnail_due_at timestamptz,
  thumbnail_attempts int not null default 0,
  thumbnail_failure text,
  small_key text references files,
  large_key text references files,
  check ((kind = 'link') = (url is not null)),
  check ((kind = 'file') = (file_key is not null and content_type is not null and size_bytes is not null))
);
create index attachments_by_card on attachments (card_id, id);
create index attachments_by_board on attachments (board_id) include (size_bytes);
create index attachments_by_file on attachments (file_key) where file_key is not null;
create index attachments_by_small on attachments (small_key) where small_key is not null;
create index attachments_by_large on attachments (large_key) where large_key is not null;
create index attachments_by_thumbnail on attachments (thumbnail_due_at) where thumbnail_due_at is not null;

-- However an attachment goes, with its card and its board too, its files are needed no more. What reads one of them at that moment has an
-- hour to get to its end.
create function unkeep_files() returns trigger language plpgsql as $$
begin
  update files set kept = false, sweep_at = now() + interval '1 hour'
  where kept and key = any (array[old.file_key, old.small_key, old.large_key]);
  return null;
end $$;
create trigger unkeep_files after delete on attachments for each row when (old.file_key is not null) execute function unkeep_files();
