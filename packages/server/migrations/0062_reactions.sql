-- One emoji of an actor on a comment. It lies on the board of its card and moves with it.
create table reactions (
  board_id uuid not null references boards on delete cascade,
  card_id uuid not null references cards (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  actor_id uuid not null references actors,
  emoji text not null,
  created_at timestamptz not null,
  primary key (comment_id, emoji, actor_id)
);
create index reactions_by_card on reactions (card_id);

-- A comment with its reactions, the first kind first; null where there is none.
create view comment_faces as
select c.*, (
  select json_agg(json_build_object('emoji', k.emoji, 'actorIds', k.actor_ids) order by k.began, k.emoji)
  from (
    select r.emoji, min(r.created_at) as began, array_agg(r.actor_id order by r.created_at, r.actor_id) as actor_ids
    from reactions r where r.comment_id = c.id group by r.emoji
  ) k
) as reactions
from comments c;
