-- Words close to a mistyped one are found by trigrams and an edit distance; accents are folded.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Text as it is searched: without accents, in lower case, its punctuation as spaces, so that the parser sees words and no paths, hosts
-- or signed numbers. The cut keeps a tsvector below its limit of 1 MB whatever a text holds. The lower case is that of Unicode also where
-- the database's own is that of C; which collation knows it depends on the version and the build.
do $$
declare
  unicode text := coalesce(
    (select collname from pg_collation where collname = 'pg_c_utf8' and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding())) limit 1),
    (select collname from pg_collation where collname = 'und-x-icu' and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding())) limit 1),
    'default');
begin
  execute format($f$
    create function fold(said text) returns text language sql immutable parallel safe as $b$
      select left(lower(regexp_replace(unaccent(left(said, 100000)), '[!-/:-@\[-`{-~]+', ' ', 'g') collate %I), 100000)
    $b$
  $f$, unicode);
end $$;

create function words_of(said text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple', fold(said))
$$;

-- What is said on a card: one row of its title (A) and description (B), one of each comment (C). Adding a comment to a long discussion
-- costs no more than to a short one. Triggers keep it, so that whatever writes a card or a comment is found.
create table card_texts (
  card_id uuid not null references cards (id) on delete cascade,
  part_id uuid not null,
  words tsvector not null,
  primary key (card_id, part_id)
);
create index card_texts_by_word on card_texts using gin (words);

-- Parts whose words the vocabulary does not know yet: a queue. Without an index, since every write of a text adds to it.
create table unread_texts (card_id uuid not null, part_id uuid not null);

-- The vocabulary in which words close to a mistyped one are looked up. Ids grow: a page of results knows which words came later.
create table search_words (
  id bigint generated always as identity,
  word text collate "C" primary key
);
create index search_words_by_trigram on search_words using gin (word gin_trgm_ops);

create function keep_card_text() returns trigger language plpgsql as $$
begin
  insert into card_texts (card_id, part_id, words)
  values (new.id, new.id, setweight(words_of(new.title), 'A') || setweight(words_of(new.description), 'B'))
  on conflict (card_id, part_id) do update set words = excluded.words;
  insert into unread_texts (card_id, part_id) values (new.id, new.id);
  return null;
end $$;
create trigger keep_text after insert on cards for each row execute function keep_card_text();
create trigger keep_title after update of title on cards for each row when (old.title <> new.title) execute function keep_card_text();
create trigger keep_description after update of description on cards for each row
  when (old.description <> new.description) execute function keep_card_text();

create function keep_comment_text() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from card_texts where card_id = new.card_id and part_id = new.id;
    return null;
  end if;
  insert into card_texts (card_id, part_id, words)
  values (new.card_id, new.id, setweight(words_of(new.body), 'C'))
  on conflict (card_id, part_id) do update set words = excluded.words;
  insert into unread_texts (card_id, part_id) values (new.card_id, new.id);
  return null;
end $$;
create trigger keep_text after insert on comments for each row execute function keep_comment_text();
create trigger keep_changed_text after update of body, deleted_at on comments for each row
  when (old.body <> new.body or old.deleted_at is distinct from new.deleted_at) execute function keep_comment_text();

-- One index per order of results, over all boards: a board condition picks from it, and a page ends after a few rows.
create function priority_order(priority text) returns int language sql immutable parallel safe as $$
  select array_position(array['none', 'low', 'medium', 'high', 'urgent'], priority)
$$;
create index cards_by_update on cards (updated_at, id);
create index cards_by_creation on cards (created_at, id);
create index cards_by_priority on cards (priority_order(priority), id);
create index cards_by_due_date on cards (coalesce(due_at, 'infinity'), id);
create index sessions_by_state on sessions (state, board_id);

-- Searches kept under a name. A private one is its owner's alone.
create table views (
  board_id uuid not null references boards on delete cascade,
  id uuid primary key,
  name text not null,
  query json not null,
  layout text not null check (layout in ('board', 'list', 'calendar')),
  shared boolean not null,
  owner_actor_id uuid not null references actors,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index views_of_board on views (board_id, id);
create index views_of_owner on views (owner_actor_id);
