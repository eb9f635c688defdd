-- Failed logins of one account from one address, and when a login from there last succeeded: somebody else's wrong passwords must not
-- lock out the owner. login_failures goes on counting those of the account from all addresses. For a change of password by somebody
-- signed in, the account is the actor's id and the address the web session.
create table login_addresses (
  account text not null,
  address text not null,
  failures int not null,
  retry_at timestamptz not null,
  signed_in_at timestamptz,
  expires_at timestamptz not null,
  primary key (account, address)
);
create index login_addresses_by_end on login_addresses (expires_at);
