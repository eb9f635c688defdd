-- From which activity on an agent has news of its session. Specification: beyond §2.
-- news_cursor: the latest that the agent gave back. news_start: what was shown to it at its last own change of state; it counts until then.
alter table sessions add column news_cursor uuid;
alter table sessions add column news_start uuid;
