-- Programs that ask people to let them in. Registered ones go when nobody has let them in for a day; those that a document describes are
-- written down when somebody lets them in.
create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  kept_until timestamptz not null
);
create index oauth_clients_by_end on oauth_clients (kept_until);

-- The agent that was made for a program that a person has let in.
create table oauth_agents (
  human_actor_id uuid not null references actors,
  client_id text not null references oauth_clients on delete cascade,
  agent_actor_id uuid not null references actors,
  primary key (human_actor_id, client_id)
);
create index oauth_agents_by_client on oauth_agents (client_id);

-- What a person has granted to a program: at first for as long as its code may be redeemed, then for as long as it is refreshed.
create table oauth_grants (
  id uuid primary key,
  client_id text not null references oauth_clients on delete cascade,
  human_actor_id uuid not null references actors,
  agent_actor_id uuid not null references actors,
  -- Without leashes; board_ids null = every board of the agent on which the person is too.
  scopes text[] not null,
  board_ids uuid[],
  resource text not null,
  code_hash bytea not null unique,
  code_challenge text not null,
  redirect_uri text not null,
  created_at timestamptz not null,
  -- The code was redeemed.
  connected_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grants_by_human on oauth_grants (human_actor_id, client_id);
create index oauth_grants_by_client on oauth_grants (client_id);
create index oauth_grants_by_end on oauth_grants (expires_at);

create table oauth_refresh_tokens (
  hash bytea primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  created_at timestamptz not null,
  -- It was exchanged for its successor.
  replaced_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_refresh_tokens_by_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_by_end on oauth_refresh_tokens (expires_at);

-- Access tokens are tokens that a grant has made: taken at the grant's resource only, and gone soon after their hour.
alter table tokens add column oauth_grant_id uuid references oauth_grants on delete cascade;
create index tokens_by_grant on tokens (oauth_grant_id) where oauth_grant_id is not null;
create index tokens_of_grants_by_end on tokens (expires_at) where oauth_grant_id is not null;
