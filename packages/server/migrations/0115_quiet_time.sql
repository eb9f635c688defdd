-- When a person wants no mail and no web push: {from, to, days}, in the time zone of the person; null = at no time. Specification: beyond §6.
alter table actors add column quiet json;

-- Until when a message waited for the end of quiet time: its life begins then.
alter table push_messages add column held_until timestamptz;
