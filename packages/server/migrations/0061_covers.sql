-- One of the image attachments of a card, shown on its tile. No foreign key: attachments are made after their card and point at it. Whatever
-- deletes an attachment takes the cover away in the same statement (domain/attachments/handlers.ts).
alter table cards add column cover_attachment_id uuid;

-- What a file said of who attached something, and when.
alter table attachments add column imported json;

-- The view has the columns that its table had when it was made.
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
