import type { Client } from 'pg'
import type { BenchBoard } from './world.ts'

const days = 365
/** A board at place n gets activities by n^-0.7: of 500 boards the first has 4 % of them, the last 0.06 %. */
const skew = 0.7
/** A card that is gone by now had this many on average, within some days. */
const perCard = 30
/** Every tenth is of a card that is still there. */
const toPresent = 10

const startLoading = `
  set synchronous_commit = off;
  -- No check of foreign keys row by row.
  set session_replication_role = replica;
  create temporary table loads (place int, board_id uuid, total bigint, actor_ids uuid[], card_ids uuid[]);
  create function pg_temp.card_of(board_id uuid, card bigint) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(board_id::text || card)::text placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid $$`

const shareOut = `insert into loads
  select place, board_id, greatest(1, floor($2 * place ^ -${skew} / sum(place ^ -${skew}) over ()))::bigint,
    array(select actor_id from members m where m.board_id = b.board_id), array(select id from cards c where c.board_id = b.board_id)
  from unnest($1::uuid[]) with ordinality as b(board_id, place)`

/**
 * A day of all boards, in the order of time: rows of one board lie among those of the others, as in a log that was written. Verbs have the
 * shares of boards on which agents work.
 */
const loadDay = `insert into activities (board_id, seq, id, card_id, actor_id, verb, payload, created_at, hash, payload_hash)
  select board_id, seq, uuid_at(at), card_id, actor_ids[1 + seq % array_length(actor_ids, 1)], verb,
    json_build_object('cardId', card_id, 'text', repeat('What the second step needs is known now. ', (1 + seq % 6)::int), 'number', seq),
    at, sha256(seq::text::bytea), sha256(card_id::text::bytea)
  from (
    select board_id, seq, actor_ids,
      case when seq % ${toPresent} = 0 then card_ids[1 + seq / ${toPresent} % array_length(card_ids, 1)]
        else pg_temp.card_of(board_id, seq / ${perCard} + (seq * 7919) % 40) end as card_id,
      now() - interval '${days} days' + interval '${days} days' * (seq::float8 / total) as at,
      (array['card.moved', 'card.updated', 'comment.created', 'card.checklist_item_completed', 'card.moved', 'agent_session.progress', 'comment.created',
        'card.created', 'card.assigned', 'card.labeled'])[1 + (seq * 31) % 10] as verb
    from loads cross join lateral generate_series(floor(total * $1::float8 / ${days})::bigint + 1, floor(total * ($1 + 1)::float8 / ${days})::bigint) as seq
  ) as made
  order by at`

/** All but the primary key, so that each is built once: the rows of a card lie far apart, and of tens of millions each would touch a page on disk. */
const furtherIndexes = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = 'activities'::regclass and not i.indisprimary`

const finish = `
  update boards b set last_seq = l.total, hashed_seq = l.total, last_activity_id = a.id, last_hash = a.hash
    from loads l join activities a on a.board_id = l.board_id and a.seq = l.total where b.id = l.board_id;
  reset session_replication_role; reset synchronous_commit; reset maintenance_work_mem;
  vacuum (analyze) activities`

/**
 * A year of a company: so many activities over these boards, made by SQL, most of them on the first board. What the boards had logged before
 * is deleted. It needs a superuser of PostgreSQL, and 0.7 GB of disk for a million. `tell` hears of each day.
 */
export async function fillLog(
  database: Client,
  boards: readonly BenchBoard[],
  activities: number,
  tell: (day: number) => void = () => {},
): Promise<void> {
  const ids = boards.map(({ id }) => id)
  await database.query(startLoading)
  await database.query('delete from activities where board_id = any ($1)', [ids])
  await database.query(shareOut, [ids, activities])
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(furtherIndexes)
  for (const { name } of indexes) await database.query(`drop index ${name}`)
  for (let day = 0; day < days; day++) {
    await database.query(loadDay, [day])
    tell(day + 1)
  }
  await database.query("set maintenance_work_mem = '1GB'")
  for (const { definition } of indexes) await database.query(definition)
  for (const statement of finish.split(';')) await database.query(statement)
}
