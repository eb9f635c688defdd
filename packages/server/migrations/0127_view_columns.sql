-- The table of a view: which columns it has, how wide they are, and by which one the cards are in order. Null = the view says nothing of it.
alter table views
  add column columns json,
  add column sort text;
