-- Work that agents claim by themselves, and how much of it may be under way at once. Specification: beyond §3.
-- queue: {agentActorIds}, empty = any agent of the board.
alter table lists add column queue jsonb;
alter table lists add column wip_policy text not null default 'warn' check (wip_policy in ('warn', 'agents', 'all'));
alter table boards add column max_agent_sessions int;
alter table actors add column max_sessions int;
-- lease_generation: null until the session is claimed; each lease that expires adds one. lease_expires_at: null while no lease runs.
alter table sessions add column lease_generation int;
alter table sessions add column lease_seconds int;
alter table sessions add column lease_expires_at timestamptz;

create index sessions_leased on sessions (lease_expires_at) where lease_expires_at is not null;
create index sessions_live_by_agent on sessions (agent_actor_id) where ended_at is null;
create index lists_queues on lists (board_id) where queue is not null;
-- The cards that may be taken from a queue, in the order in which they are. The order of priorities is written out: a function in an
-- index costs each new card more than the index itself.
create index cards_ready on cards (board_id, list_id,
  (case priority when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end), rank)
  where completed_at is null and archived_at is null and delegate_actor_id is null;

drop view list_ends;
create view list_ends as
select l.*, (select c.rank from cards c where c.board_id = l.board_id and c.list_id = l.id order by c.rank desc limit 1) as last_rank from lists l;
