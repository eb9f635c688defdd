-- Registrations from one address within a day (REGISTRATION_MAX_PER_ADDRESS). The window begins with the first one.
create table registrations (
  address text primary key,
  registered int not null,
  ends_at timestamptz not null
);
create index registrations_by_end on registrations (ends_at);

-- What one person has made, together with the agents that they own.
create index boards_by_creator on boards (created_by);
create index attachments_by_creator on attachments (created_by) where kind = 'file';
