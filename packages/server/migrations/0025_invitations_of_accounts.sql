-- An invitation shows in the inbox of the account that its address had when it was made. An account that takes the address later has to
-- prove by the link that the invitation is its own: addresses are not verified at registration.
alter table invitations add column actor_id uuid references actors, add column declined_at timestamptz;
create index invitations_by_actor on invitations (actor_id) where actor_id is not null;
