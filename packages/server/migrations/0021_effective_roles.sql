-- What a member may do on a board, as it is now. An agent never has more rights there than its owner, and is at most a member where its
-- owner is none. Looked up and not stored: a demotion of the owner holds in the same moment. Agents without an owner, which belong to the
-- board itself (its automation, its integrations), keep what they were granted.
create view effective_members as
select m.board_id, m.actor_id, m.added_at, m.role as granted_role,
  case
    when a.owner_actor_id is null then m.role
    when 'viewer' in (m.role, o.role) then 'viewer'
    when 'member' in (m.role, coalesce(o.role, 'member')) then 'member'
    else 'admin'
  end as role
from members m
join actors a on a.id = m.actor_id
left join members o on o.board_id = m.board_id and o.actor_id = a.owner_actor_id;
