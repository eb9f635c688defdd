-- A run of a rule is shown with the conditions of the rule unless those were changed after it. Turning a rule off does not change them.
alter table rules add column defined_at timestamptz not null default now();
update rules set defined_at = updated_at;
