-- Automation rules of a board.
create table rules (
  board_id uuid not null references boards on delete cascade,
  id uuid primary key,
  name text not null,
  enabled boolean not null,
  -- Why the service switched it off.
  paused_reason text,
  trigger json not null,
  -- Null when it runs by the clock.
  verb text generated always as (trigger ->> 'verb') stored,
  conditions json not null,
  actions json not null,
  -- The lists, labels, fields and members that it cannot do without.
  needs uuid[] not null,
  created_by uuid not null references actors,
  failures_in_a_row int not null default 0,
  -- It looks at no activity up to here: it was made, switched on or given its trigger then.
  since_seq bigint not null,
  -- When the clock runs it next; a run that is under way has dealt with the cards up to done_card_number.
  next_run_at timestamptz,
  done_card_number int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((next_run_at is not null) = (enabled and verb is null))
);
create index rules_of_board on rules (board_id, id);
create index rules_by_verb on rules (board_id, verb, id) where enabled;
create index rules_due on rules (next_run_at) where next_run_at is not null;

-- What a board with rules has beside them: the actor as which they act, and how far they have come in its log. All rules are done with the
-- activities up to seq; with that at seq itself only those up to rule_id, unless it is null.
create table automations (
  board_id uuid primary key references boards on delete cascade,
  actor_id uuid not null unique references actors,
  seq bigint not null,
  rule_id uuid
);

-- What rules did, and why they did not. A row and what it tells of commit together.
create table rule_runs (
  id uuid primary key,
  board_id uuid not null references boards on delete cascade,
  rule_id uuid not null references rules on delete cascade,
  -- What set it off: an activity, or the clock.
  activity_id uuid,
  due_at timestamptz,
  card_id uuid,
  state text not null check (state in ('done', 'failed', 'skipped')),
  reason text,
  -- How many rules led to it, and the activity with which that began.
  depth smallint not null,
  root_id uuid,
  actions json not null,
  -- The activities that it recorded: a rule that one of them sets off is one deeper.
  first_seq bigint,
  last_seq bigint,
  created_at timestamptz not null,
  check ((activity_id is null) <> (due_at is null)),
  check ((first_seq is null) = (last_seq is null))
);
create index rule_runs_of_rule on rule_runs (rule_id, id);
create unique index rule_runs_once on rule_runs (rule_id, activity_id) where activity_id is not null;
create unique index rule_runs_once_when_due on rule_runs (rule_id, due_at, coalesce(card_id, rule_id)) where due_at is not null;
create index rule_runs_by_effect on rule_runs (board_id, last_seq) where last_seq is not null;
create index rule_runs_by_root on rule_runs (board_id, root_id) where root_id is not null;
