-- Boards that are made of files, in the background (workers/imports.ts). Whoever works on one counts the attempt and holds it until
-- due_at; done and attempts together are the fence that lets a page of it be written once. The board belongs to nobody until the import
-- is done, and an attempt that ends before leaves a board that is deleted.
create table imports (
  id uuid primary key,
  actor_id uuid not null references actors,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  filename text not null,
  size_bytes bigint not null,
  -- What the board is to be called; the file says it when null.
  name text,
  file_key text references files,
  -- The credential may make others members.
  may_add_members boolean not null,
  attempts int not null default 0,
  -- Of these, those that ended too early or have not ended yet.
  failures int not null default 0,
  due_at timestamptz,
  board_id uuid references boards on delete set null,
  done int not null default 0,
  total int,
  report json,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state in ('done', 'failed')) = (due_at is null)),
  check ((state in ('done', 'failed')) = (file_key is null))
);
create index imports_due on imports (due_at) where due_at is not null;
create index imports_of_actor on imports (actor_id) where due_at is not null;
create index imports_by_file on imports (file_key) where file_key is not null;
create index imports_by_board on imports (board_id) where board_id is not null;
create index imports_by_end on imports (finished_at) where finished_at is not null;

-- An import that is over, or gone, needs its file no more.
create function unkeep_import_file() returns trigger language plpgsql as $$
begin
  update files set kept = false, sweep_at = now() where kept and key = old.file_key;
  return null;
end $$;
create trigger unkeep_file after update of file_key on imports for each row
  when (old.file_key is distinct from new.file_key) execute function unkeep_import_file();
create trigger unkeep_file_of_gone after delete on imports for each row when (old.file_key is not null) execute function unkeep_import_file();

-- Who wrote what was imported, and when, as the file says it: nothing that this instance has seen.
alter table comments add column imported json;
create table imported_cards (
  card_id uuid primary key references cards (id) on delete cascade,
  imported json not null
);

-- What the file tells of the past of the board. It is no part of the log, which tells of what was done here.
create table imported_history (
  board_id uuid not null references boards on delete cascade,
  seq int not null,
  at timestamptz,
  actor_name text,
  verb text not null,
  card_id uuid,
  payload json,
  octets int not null,
  primary key (board_id, seq)
);
