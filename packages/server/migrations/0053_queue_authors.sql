-- The person who last set the queue of a list: agents take its cards for them. Null where that was no person in particular.
alter table lists add column queue_set_by uuid references actors;

-- A queue that only became shorter is left out: it may be that an agent left the board, which the log tells in the same words. Queues of
-- copies and imports were set by who made the list.
update lists l set queue_set_by = (
  select case when a.kind = 'human' then a.id
    else coalesce(a.owner_actor_id, (select i.installed_by from integrations i where i.actor_id = a.id)) end
  from activities v join actors a on a.id = v.actor_id
  where v.board_id = l.board_id and v.payload ->> 'listId' = l.id::text
    and (v.verb = 'list.created' or v.verb = 'list.updated' and json_typeof(v.payload -> 'queue') = 'object' and not (
      coalesce(json_array_length(v.payload #> '{queue,agentActorIds}') > 0
        and (v.payload #> '{previous,queue,agentActorIds}')::jsonb @> (v.payload #> '{queue,agentActorIds}')::jsonb, false)))
  order by v.seq desc limit 1
)
where l.queue is not null;

drop view list_ends;
create view list_ends as
select l.*, (select c.rank from cards c where c.board_id = l.board_id and c.list_id = l.id order by c.rank desc limit 1) as last_rank from lists l;
