-- Whose word a text is: the role of its author when it was written, or that it came from outside. Null for what is older than this column:
-- the role on the board now counts.
-- Without constraints on their values: those would read both tables under a lock.
alter table comments add column author_role text;
alter table cards
  add column title_external boolean not null default false,
  -- Who wrote the description last; null = the creator of the card.
  add column described_by uuid references actors,
  add column description_role text;

-- A view has the columns that its table had when it was made.
drop view comment_faces;
-- A comment with its reactions, the first kind first, null where there is none; and the role of its author. Who has left counts as a viewer.
create view comment_faces as
select c.*, (
  select json_agg(json_build_object('emoji', k.emoji, 'actorIds', k.actor_ids) order by k.began, k.emoji)
  from (
    select r.emoji, min(r.created_at) as began, array_agg(r.actor_id order by r.created_at, r.actor_id) as actor_ids
    from reactions r where r.comment_id = c.id group by r.emoji
  ) k
) as reactions,
  coalesce(c.author_role, case
    when exists (select from integrations i where i.actor_id = c.actor_id) then 'integration'
    else coalesce((select m.role from effective_members m where m.board_id = c.board_id and m.actor_id = c.actor_id), 'viewer')
  end) as shown_role
from comments c;

drop view card_faces;
create view card_faces as
select c.*,
  array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
  array(select l.label_id from card_labels l where l.card_id = c.id order by l.label_id) as label_ids,
  exists (select from relations r join cards b on b.id = r.card_id join boards o on o.id = b.board_id
    where r.other_card_id = c.id and r.kind = 'blocks' and b.completed_at is null and b.archived_at is null and o.archived_at is null) as blocked,
  exists (select from relations r where r.card_id = c.id and r.kind = 'blocks') as blocks,
  exists (select from watches w where w.card_id = c.id) as watched,
  s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at,
  s.stop_requested_at as session_stop_requested_at,
  (select array[count(k.completed_at)::int, count(*)::int] from relations r join cards k on k.id = r.other_card_id
    where r.card_id = c.id and r.kind = 'parent' and k.archived_at is null) as children,
  exists (select from relations r where r.other_card_id = c.id and r.kind = 'parent') as has_parent,
  s.lease_expires_at as session_lease_expires_at
from cards c left join sessions s on s.id = c.latest_session_id;
