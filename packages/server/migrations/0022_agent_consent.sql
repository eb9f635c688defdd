-- Whose agent it is: its owner says on which boards it works, and who may have it start.

create table agent_requests (
  id uuid primary key,
  board_id uuid not null references boards on delete cascade,
  agent_actor_id uuid not null references actors,
  owner_actor_id uuid not null references actors,
  role text not null check (role in ('viewer', 'member', 'admin')),
  requested_by uuid not null references actors,
  -- The activity that told of it; null for those below until the service has told of them.
  activity_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  outcome text check (outcome in ('accepted', 'declined', 'withdrawn')),
  check ((settled_at is null) = (outcome is null))
);
create unique index agent_requests_open on agent_requests (board_id, agent_actor_id) where settled_at is null;
create index agent_requests_by_board on agent_requests (board_id);
create index agent_requests_by_agent on agent_requests (agent_actor_id, id);
create index agent_requests_by_requester on agent_requests (requested_by, owner_actor_id) where settled_at is null;
create index agent_requests_by_activity on agent_requests (activity_id) where settled_at is null;
create index agent_requests_to_tell on agent_requests (board_id) where settled_at is null and activity_id is null;
create index agent_requests_settled on agent_requests (settled_at) where settled_at is not null;

-- Who may have an agent start: its owner alone, any member of a board where it is, or those named (and its owner).
alter table actors
  add column invokable_by text not null default 'members' check (invokable_by in ('owner', 'members', 'actors')),
  add column invokers uuid[] not null default '{}';

-- The person at the head of the chain that opened a session.
alter table sessions add column on_behalf_of uuid references actors;

-- Of those under way: the person who opened it, or the owner of the agent that did. Others stay null, which is nobody in particular.
update sessions s set on_behalf_of = case when a.kind = 'human' then a.id else a.owner_actor_id end
from actors a where a.id = s.initiator_actor_id and s.ended_at is null;

-- The person who set an integration up: what it starts, it starts for them.
alter table integrations add column installed_by uuid references actors;
update integrations i set installed_by = (
  select coalesce(a.owner_actor_id, a.id) from activities l join actors a on a.id = l.actor_id
  where l.board_id = i.board_id and l.verb = 'integration.installed' and l.payload ->> 'integrationId' = i.id::text
  order by l.seq limit 1
);

-- A board made by an agent has its owner as an admin: without the owner, nobody would be one.
insert into members (board_id, actor_id, role, added_at)
select m.board_id, a.owner_actor_id, 'admin', m.added_at
from members m join actors a on a.id = m.actor_id join boards b on b.id = m.board_id and b.created_by = a.id
where a.owner_actor_id is not null and m.role = 'admin'
on conflict (board_id, actor_id) do update set role = 'admin';

-- Admins that are agents, and their owners: below, no board is left without a person who is admin.
create temporary table agent_admins on commit drop as
select m.board_id, a.owner_actor_id from members m join actors a on a.id = m.actor_id join actors o on o.id = a.owner_actor_id
where m.role = 'admin' and o.deactivated_at is null;

-- Memberships without the word of the owner become requests. The word is given where the owner was the last to add the agent, or the
-- agent made the board. That the owner is on the board is none: others may have added both. The service takes back what the agent was given to do
-- there and tells the owner (workers/unconsented-agents.ts); the membership ends here, so that nothing starts before that.
with unconsented as (
  delete from members m using actors a, boards b
  where a.id = m.actor_id and a.kind = 'agent' and a.owner_actor_id is not null and b.id = m.board_id and b.created_by <> a.id
    and a.owner_actor_id is distinct from (
      select l.actor_id from activities l
      where l.board_id = m.board_id and l.verb = 'member.added' and l.payload ->> 'actorId' = m.actor_id::text
      order by l.seq desc limit 1
    )
  returning m.board_id, m.actor_id, m.role, a.owner_actor_id, b.created_by
)
insert into agent_requests (id, board_id, agent_actor_id, owner_actor_id, role, requested_by, created_at)
select uuid_at(now()), u.board_id, u.actor_id, u.owner_actor_id, u.role,
  -- Who added it, if they are still admin there: a request of somebody else could not be accepted.
  coalesce((
    select l.actor_id from activities l join members p on p.board_id = l.board_id and p.actor_id = l.actor_id and p.role = 'admin'
      join actors x on x.id = p.actor_id and x.kind = 'human' and x.deactivated_at is null
    where l.board_id = u.board_id and l.verb = 'member.added' and l.payload ->> 'actorId' = u.actor_id::text
    order by l.seq desc limit 1
  ), (
    select p.actor_id from members p join actors x on x.id = p.actor_id and x.kind = 'human' and x.deactivated_at is null
    where p.board_id = u.board_id and p.role = 'admin' order by p.added_at, p.actor_id limit 1
  ), u.created_by),
  now()
from unconsented u;

-- An agent has at most the rights of its owner. Where nobody but agents was admin, the owner of one who is on the board becomes admin,
-- else the person who has been there longest.
update members m set role = 'admin'
from (
  select distinct on (p.board_id) p.board_id, p.actor_id from members p join actors x on x.id = p.actor_id
  where x.kind = 'human' and x.deactivated_at is null and p.board_id in (select board_id from agent_admins)
    and not exists (
      select from members q join actors y on y.id = q.actor_id
      where q.board_id = p.board_id and q.role = 'admin' and y.kind = 'human' and y.deactivated_at is null
    )
  order by p.board_id,
    exists (select from agent_admins g where g.board_id = p.board_id and g.owner_actor_id = p.actor_id) desc, p.added_at, p.actor_id
) heir
where m.board_id = heir.board_id and m.actor_id = heir.actor_id;
