-- Which verbs and actors there are in each 256 activities of a log, noted by a worker once they are complete: a filter by a rare one passes
-- over the rest. Indexes of the log by verb and by actor would cost each activity more than these rows do.
create table activity_blocks (
  board_id uuid not null references boards (id) on delete cascade,
  block int not null,
  verbs text[] not null,
  actor_ids uuid[] not null,
  primary key (board_id, block)
);
