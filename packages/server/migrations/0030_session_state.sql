-- What an agent reads of its session however many answers it lost: who asked it to stop, and the latest answer. Specification: beyond §2.
alter table sessions add column stop_requested_by uuid;
alter table sessions add column last_answer json;

-- Live sessions get it from their trail.
update sessions s set stop_requested_by = (
    select (e.body->>'byActorId')::uuid from session_events e
    where e.board_id = s.board_id and e.session_id = s.id and e.kind = 'log' and e.body->>'type' = 'stop_requested'
    order by e.id limit 1)
  where s.ended_at is null and s.stop_requested_at is not null;
update sessions s set last_answer = (
    select json_build_object('questionEventId', q.id, 'question', q.body->>'question', 'answer', a.body->>'answer',
      'answeredByActorId', a.body->>'actorId', 'at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from session_events a join session_events q on q.board_id = a.board_id and q.session_id = a.session_id
      and q.id = (a.body->>'questionEventId')::uuid
    where a.board_id = s.board_id and a.session_id = s.id and a.kind = 'answer'
    order by a.id desc limit 1)
  where s.ended_at is null;

-- The tile says that a session is about to stop.
create or replace view card_faces as
select c.*,
  array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
  array(select l.label_id from card_labels l where l.card_id = c.id order by l.label_id) as label_ids,
  exists (select from relations r join cards b on b.id = r.card_id
    where r.other_card_id = c.id and r.kind = 'blocks' and b.completed_at is null and b.archived_at is null) as blocked,
  exists (select from relations r where r.card_id = c.id and r.kind = 'blocks') as blocks,
  exists (select from watches w where w.card_id = c.id) as watched,
  s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at,
  s.stop_requested_at as session_stop_requested_at
from cards c left join sessions s on s.id = c.latest_session_id;
