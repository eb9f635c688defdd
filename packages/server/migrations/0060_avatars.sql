-- The picture of an actor as the service shows it: a small square made of a file that was sent, or of what lay at the address given.
create table avatars (
  actor_id uuid primary key references actors,
  file_key text not null references files
);
create index avatars_by_file on avatars (file_key);

-- However the picture goes, its file is needed no more. What reads it at that moment has an hour to get to its end.
create function unkeep_avatar() returns trigger language plpgsql as $$
begin
  update files set kept = false, sweep_at = now() + interval '1 hour' where kept and key = old.file_key;
  return null;
end $$;
create trigger unkeep_avatar after update or delete on avatars for each row execute function unkeep_avatar();
