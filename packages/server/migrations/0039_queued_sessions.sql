-- What waits for an agent on a board, though it has thousands at work there. Specification: beyond §3.
create index sessions_queued on sessions (board_id, agent_actor_id) where state = 'queued' and ended_at is null;

-- How many are at work for an agent. One over all that are live is taken by the planner in place of that of a card, as long as it has no
-- statistics.
drop index sessions_live_by_agent;
create index sessions_at_work on sessions (agent_actor_id) where state in ('working', 'awaiting_input');
