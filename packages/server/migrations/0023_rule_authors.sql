-- Who saved a rule last: it acts within the rights that they have when it runs.
alter table rules add column saved_by uuid references actors;
update rules set saved_by = created_by;
alter table rules alter column saved_by set not null;

-- The version before, which may still run while instances are replaced, names none.
create function default_saved_by() returns trigger language plpgsql as $$
begin
  new.saved_by := coalesce(new.saved_by, new.created_by);
  return new;
end $$;
create trigger rules_default_saved_by before insert on rules for each row execute function default_saved_by();

-- What the credential could do with which a file was sent; null when it was anything.
alter table imports add column scopes text[];
