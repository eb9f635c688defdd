-- While agents are paused, on a board or one by its owner, none of their queued sessions may start. Specification: beyond §3.
-- agents_paused: {at, by, reason}.
alter table boards add column agents_paused json;
alter table actors add column paused_at timestamptz;
