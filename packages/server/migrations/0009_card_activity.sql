-- A card's log is read over all boards that it was on: by id, which orders it over boards; seq orders one board's part.
create index activities_of_card on activities (card_id, id) where card_id is not null;
drop index activities_by_card;
