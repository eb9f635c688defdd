-- How many cards of a board are open is counted from the index alone, up to a bound.
create index cards_open on cards (board_id) where completed_at is null and archived_at is null;
