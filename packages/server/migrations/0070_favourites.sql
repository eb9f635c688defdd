-- Boards and saved views that a person marked with a star, in the order that they chose. item_id is the id of the view, else of the board.
create table favourites (
  actor_id uuid not null references actors,
  item_id uuid not null,
  board_id uuid not null references boards on delete cascade,
  view_id uuid references views on delete cascade,
  place int not null,
  created_at timestamptz not null,
  primary key (actor_id, item_id),
  check (item_id = coalesce(view_id, board_id))
);
create index favourites_of_board on favourites (board_id);
create index favourites_of_view on favourites (view_id) where view_id is not null;
