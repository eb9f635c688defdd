-- What web pages that cards link to say of themselves. A page without a title was asked for and had nothing to show.
create table link_previews (
  url text primary key,
  title text,
  site_name text,
  description text,
  expires_at timestamptz not null
);
create index link_previews_by_end on link_previews (expires_at);
