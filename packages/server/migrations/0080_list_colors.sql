-- The colour of a list, by a name or as #rrggbb; null = none.
alter table lists add column color text;

-- The view has the columns that its table had when it was made.
drop view list_ends;
create view list_ends as
select l.*, (select c.rank from cards c where c.board_id = l.board_id and c.list_id = l.id order by c.rank desc limit 1) as last_rank from lists l;
