-- What the log of deliveries shows of the last try, and what somebody asked to be sent again.
alter table deliveries
  add column last_duration_ms int,
  -- The first KiB of the answer, of receivers on the public internet alone.
  add column last_answer text,
  -- When it was queued again: it expires that much later.
  add column requeued_at timestamptz,
  -- Tries before it was queued again. The count itself goes on: it says whose claim holds.
  add column tried_before smallint not null default 0,
  -- Tells nothing of how the subscription fares: its outcome counts towards no streak.
  add column by_hand boolean not null default false,
  -- Who asked for a ping: it is of no activity, and its seq is 0.
  add column pinged_by uuid,
  add constraint a_ping_is_of_no_activity check ((pinged_by is not null) = (seq = 0));

create index deliveries_that_ended_badly on deliveries (webhook_id, id) where state in ('failed', 'canceled');
