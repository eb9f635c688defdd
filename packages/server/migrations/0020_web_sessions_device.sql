-- What a browser calls itself when it signs in: people know by it where they are signed in.
alter table web_sessions add column device text;
