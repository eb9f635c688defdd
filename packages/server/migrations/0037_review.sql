-- A person reviews the work of agents in a list before its cards are completed. Specification: beyond §8.
alter table lists add column acceptance text not null default 'none' check (acceptance in ('none', 'required'));
alter table boards add column review_by_others boolean not null default false;
-- {since, sessionId, agentActorId} of the work that waits.
alter table cards add column review json;
-- Of a session that a review has opened: the person who asked for the work in the first place.
alter table sessions add column requested_by uuid;

-- The views have the columns that their tables had when they were made.
drop view list_ends;
create view list_ends as
select l.*, (select c.rank from cards c where c.board_id = l.board_id and c.list_id = l.id order by c.rank desc limit 1) as last_rank from lists l;
drop view card_faces;
create view card_faces as
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
