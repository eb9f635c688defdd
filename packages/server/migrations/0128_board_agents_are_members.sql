-- An agent without an owner belongs to the board itself (its integrations, its automation): it is at most a member. As an admin, an
-- integration would keep the board open to a person who installed it and was demoted or removed since.
create or replace view effective_members as
select m.board_id, m.actor_id, m.added_at, m.role as granted_role,
  case
    when a.kind = 'human' then m.role
    when 'viewer' in (m.role, o.role) then 'viewer'
    when 'member' in (m.role, coalesce(o.role, 'member')) then 'member'
    else 'admin'
  end as role
from members m
join actors a on a.id = m.actor_id
left join members o on o.board_id = m.board_id and o.actor_id = a.owner_actor_id;
