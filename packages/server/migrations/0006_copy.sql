-- A copy of an attachment names the same file. It is needed until the last attachment that names it is gone. The lock comes first: of two
-- that delete the last two at once, the second sees what the first has done; and a copy under way, which holds the row of the file
-- for share, is waited for.
create or replace function unkeep_files() returns trigger language plpgsql as $$
declare
  named text[] := array[old.file_key, old.small_key, old.large_key];
begin
  perform from files where key = any (named) order by key for no key update;
  update files f set kept = false, sweep_at = now() + interval '1 hour'
  where f.kept and f.key = any (named)
    and not exists (select from attachments a where a.file_key = f.key)
    and not exists (select from attachments a where a.small_key = f.key)
    and not exists (select from attachments a where a.large_key = f.key);
  return null;
end $$;
