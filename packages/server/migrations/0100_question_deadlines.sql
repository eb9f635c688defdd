-- Deadlines of questions. An open question with a default is due then; before any deadline the question goes to the next tier of people once
-- more. Specification: beyond §6.
alter table sessions add column question_due_at timestamptz;
alter table sessions add column question_climb_at timestamptz;
create index sessions_with_due_default on sessions (question_due_at) where question_due_at is not null;
create index sessions_to_climb_early on sessions (question_climb_at) where question_climb_at is not null;

-- The memory of a board: its latest answers. Ids ascend in time.
create index answers_of_board on session_events (board_id, id) where kind = 'answer';

-- The view has the columns that its table had when it was made. The tile says until when its question can be answered, and what is taken then.
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
  s.lease_expires_at as session_lease_expires_at,
  s.question ->> 'expiresAt' as session_expires_at, left(s.question ->> 'defaultOption', 200) as session_default_option
from cards c left join sessions s on s.id = c.latest_session_id;
