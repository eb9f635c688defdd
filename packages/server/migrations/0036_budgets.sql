-- What a session may use before the service asks. Specification: beyond §5.
-- budget: the limits as they stand {tokens?, costUsd?, minutes?}. budget_grant: what "once more" adds to them.
-- worked_ms: the closed intervals in the state working; working_since begins the open one.
-- budget_due_at: when the minutes reach the next mark while the agent is silent.
alter table sessions add column budget json;
alter table sessions add column budget_grant json;
alter table sessions add column budget_warned_at timestamptz;
alter table sessions add column budget_exceeded_at timestamptz;
alter table sessions add column budget_due_at timestamptz;
alter table sessions add column worked_ms bigint not null default 0;
alter table sessions add column working_since timestamptz;

-- Sessions at work count from when they were last taken up; what was before that is not known.
update sessions s set working_since = coalesce((
    select max(e.created_at) from session_events e
    where e.board_id = s.board_id and e.session_id = s.id
      and (e.kind = 'answer' or e.kind = 'state_change' and e.body->>'to' = 'working' and e.body->>'from' is distinct from 'working')),
    s.updated_at)
  where s.state = 'working' and s.ended_at is null;

create index sessions_budget_due on sessions (budget_due_at) where budget_due_at is not null;

-- The default of the sessions of an agent.
alter table actors add column budget json;

-- What the sessions of a board may use in a calendar month (UTC), and what they have used. extensions: how often people gave the same once more.
alter table boards add column monthly_budget json;
create table board_usage (
  board_id uuid not null references boards (id) on delete cascade,
  month date not null,
  tokens double precision not null default 0,
  cost_usd double precision not null default 0,
  worked_ms bigint not null default 0,
  extensions integer not null default 0,
  warned_at timestamptz,
  primary key (board_id, month)
);
create index sessions_working on sessions (board_id) where working_since is not null;
