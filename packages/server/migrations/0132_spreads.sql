-- How often the cards of a list got new ranks all at once, which the log does not tell: a cached tree of the board ends then.
alter table boards add column spreads int not null default 0;
