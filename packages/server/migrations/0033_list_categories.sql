-- What a list is for in the flow of work. Specification: beyond §8.
alter table lists add column category text not null default 'none'
  check (category in ('backlog', 'ready', 'started', 'review', 'done', 'none'));

-- The view has the columns that its table had when it was made.
drop view list_ends;
create view list_ends as
select l.*, (select c.rank from cards c where c.board_id = l.board_id and c.list_id = l.id order by c.rank desc limit 1) as last_rank from lists l;
