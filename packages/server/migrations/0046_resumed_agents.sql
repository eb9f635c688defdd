-- When its owner last ended a pause of an agent or changed how many sessions it may have at work. Specification: beyond §3.
alter table actors add column resumed_at timestamptz;
