-- A person said start for a session whose card is blocked: it waits no longer. Specification: beyond §4.
alter table sessions add column start_requested_at timestamptz;
alter table sessions add column start_requested_by uuid;
