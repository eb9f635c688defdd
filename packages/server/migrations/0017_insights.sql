-- How a board flows is read off what became of its cards, and nothing else in its log is looked at for it.
create index activities_of_flow on activities (board_id, created_at)
  where verb in ('card.created', 'card.moved', 'card.archived', 'card.unarchived')
    or verb = 'card.updated' and (payload -> 'completedAt') is not null;
create index cards_by_completion on cards (board_id, completed_at) where completed_at is not null;

-- Sessions that ended within a time, of a board and of an agent, and what people were asked in them.
create index sessions_by_end on sessions (board_id, ended_at) where ended_at is not null;
create index sessions_by_end_of_agent on sessions (agent_actor_id, ended_at) where ended_at is not null;
create index session_answers on session_events (session_id, created_at) where kind = 'answer';
