-- Integrations: plugins that run elsewhere, each on one board, as an agent of its own that nobody owns.
create table integrations (
  board_id uuid not null references boards on delete cascade,
  id uuid primary key,
  type text not null,
  name text not null,
  status text not null check (status in ('active', 'disabled', 'error', 'removed')),
  actor_id uuid not null unique references actors,
  inbound_url text not null,
  config json not null,
  -- The JWK to which its secrets are sealed.
  public_key json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  check ((removed_at is not null) = (status = 'removed'))
);
create index integrations_by_board on integrations (board_id, id);

create table integration_secrets (
  integration_id uuid not null references integrations on delete cascade,
  name text not null,
  sealed text not null,
  set_at timestamptz not null,
  primary key (integration_id, name)
);

-- Tokens that end with an integration: its own, and those of people for whom it acts.
alter table tokens add column integration_id uuid references integrations on delete set null;
create index tokens_by_integration on tokens (integration_id) where integration_id is not null;

-- The event subscription of an integration stands on the integration, whoever installed it.
alter table webhooks add column integration_id uuid references integrations on delete cascade;
create unique index webhooks_by_integration on webhooks (integration_id) where integration_id is not null;

-- Cards and the objects of external systems. In the order of bytes, so that those with a common prefix lie together.
create table links (
  board_id uuid not null,
  id uuid primary key,
  card_id uuid not null references cards on delete cascade,
  integration_id uuid not null references integrations on delete cascade,
  external_system text collate "C" not null,
  external_id text collate "C" not null,
  external_url text not null,
  title text,
  state text,
  created_at timestamptz not null,
  unique (integration_id, external_system, external_id)
);
create index links_by_card on links (card_id, id);

-- Addresses at which a person confirms that an integration may act for them. Confirmed ones wait to be claimed, once.
create table person_links (
  id uuid primary key,
  integration_id uuid not null references integrations on delete cascade,
  hash bytea not null unique,
  external_user_id text not null,
  display_name text not null,
  confirmed_by uuid references actors,
  claimed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (claimed_at is null or confirmed_by is not null)
);
create index person_links_by_integration on person_links (integration_id);
create index person_links_by_end on person_links (expires_at);
