-- Tickets for one handshake of the live socket each. A ticket is as good as the credential that it was made with, and ends with it.
create table socket_tickets (
  hash bytea primary key,
  method text not null check (method in ('session', 'token')),
  credential_id uuid not null,
  expires_at timestamptz not null
);
create index socket_tickets_by_end on socket_tickets (expires_at);
