-- The tile of a card says why its session failed: one whose delegation was removed is shown as canceled.
create or replace view card_faces as
select c.*,
  array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
  array(select l.label_id from card_labels l where l.card_id = c.id order by l.label_id) as label_ids,
  exists (select from relations r where r.other_card_id = c.id and r.kind = 'blocks'
    and (select b.completed_at is null and b.archived_at is null and (select o.archived_at is null from boards o where o.id = b.board_id)
      from cards b where b.id = r.card_id)) as blocked,
  exists (select from relations r where r.card_id = c.id and r.kind = 'blocks') as blocks,
  exists (select from watches w where w.card_id = c.id) as watched,
  s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at,
  s.stop_requested_at as session_stop_requested_at,
  (select array[count(k.completed_at)::int, count(*)::int] from relations r
    cross join lateral (select x.completed_at, x.archived_at from cards x where x.id = r.other_card_id offset 0) k
    where r.card_id = c.id and r.kind = 'parent' and k.archived_at is null) as children,
  exists (select from relations r where r.other_card_id = c.id and r.kind = 'parent') as has_parent,
  s.lease_expires_at as session_lease_expires_at,
  s.question ->> 'expiresAt' as session_expires_at, left(s.question ->> 'defaultOption', 200) as session_default_option,
  left(s.failure_reason, 200) as session_failure_reason
from cards c left join sessions s on s.id = c.latest_session_id;
