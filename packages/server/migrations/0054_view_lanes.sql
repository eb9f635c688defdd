-- The rows of a board in a view: what they are made by, and whether those without cards are shown.
alter table views
  add column lanes text,
  add column empty_lanes boolean not null default false;
