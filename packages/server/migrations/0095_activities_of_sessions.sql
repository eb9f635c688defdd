-- The session of the agent under which an act was done; null for acts of people, and for what was recorded before. No foreign key: the log
-- outlives sessions.
alter table activities add column session_id uuid;
-- What was done under a session, on the boards that it has been on.
create index activities_by_session on activities (session_id, board_id, seq) where session_id is not null;
