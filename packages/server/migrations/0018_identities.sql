-- Accounts at providers of OpenID Connect: whoever the issuer calls `subject` is this person here, whatever the e-mail is by now.
create table identities (
  id uuid primary key,
  actor_id uuid not null references actors,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
create index identities_by_actor on identities (actor_id, id);
