import { uuidV7 } from '../../packages/server/src/kernel/common/ids.ts'
import type { Rig } from './rig.ts'
import type { BenchBoard } from './world.ts'

const insertLabels = `insert into card_labels (board_id, card_id, label_id)
  select $1, card_id, label_id from unnest($2::uuid[]) with ordinality as c(card_id, place),
    lateral (select ($3::uuid[])[1 + (place + n) % array_length($3::uuid[], 1)] as label_id from generate_series(0, 1) n) l`
const insertValues = `insert into field_values (board_id, card_id, field_id, value)
  select $1, card_id, field_id, to_jsonb(place % 21) from unnest($2::uuid[]) with ordinality as c(card_id, place), unnest($3::uuid[]) as field_id`
const insertSessions = `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, status_text, trigger,
    of_delegation, last_event_id, last_event_at, created_at, updated_at)
  select $1, s.id, s.card_id, $4, $5, 'working', 'Reading what is known so far', '{"type": "delegation"}', true, s.id, now(), now(), now()
  from unnest($2::uuid[], $3::uuid[]) as s(id, card_id)`
const showSessions = `update cards c set latest_session_id = s.id, delegate_actor_id = $4, delegated_by = $5, delegated_at = now()
  from unnest($2::uuid[], $3::uuid[]) as s(id, card_id) where c.board_id = $1 and c.id = s.card_id`
const insertRelations = `insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
  select $1, r.card_id, $1, r.other_card_id, 'blocks', now() from unnest($2::uuid[], $3::uuid[]) as r(card_id, other_card_id)`
const countOnCards = `update cards set checklist_total = 5, checklist_done = 2, comment_count = 3, attachment_count = 1, due_at = now() + interval '9 days'
  where board_id = $1`

/** Every fifth card has an agent at work, and every tenth is blocked by another card. */
const [sessionEvery, blockedEvery] = [5, 10]

/** A board with full cards: two labels of eight, three fields, counts and a date; an agent works on some, and some are blocked. */
export async function richBoard({ world, database }: Rig): Promise<BenchBoard> {
  const board = await world.board('Rich', [700, 700, 600])
  if (filled.has(board.id)) return board
  filled.add(board.id)
  const made = async (path: string, body: object) => ((await world.api('POST', path, body)).body as { id: string }).id
  const labelIds: string[] = []
  for (let n = 1; n <= 8; n++) labelIds.push(await made(`/api/boards/${board.id}/labels`, { name: `Label ${n}`, color: 'blue' }))
  const fieldIds: string[] = []
  for (let n = 1; n <= 3; n++) fieldIds.push(await made(`/api/boards/${board.id}/fields`, { name: `Field ${n}`, type: 'number' }))
  const me = ((await world.api('GET', '/api/me')).body as { id: string }).id
  const agentId = await agentOf(database)
  const cardIds = board.cardIds.flat()
  const worked = cardIds.filter((_, at) => at % sessionEvery === 0)
  const sessionIds = worked.map(() => uuidV7(Date.now()))
  const blocked = cardIds.filter((_, at) => at % blockedEvery === 1)
  await database.query('begin')
  await database.query(insertLabels, [board.id, cardIds, labelIds])
  await database.query(insertValues, [board.id, cardIds, fieldIds])
  await database.query(countOnCards, [board.id])
  await database.query(insertSessions, [board.id, sessionIds, worked, agentId, me])
  await database.query(showSessions, [board.id, sessionIds, worked, agentId, me])
  await database.query(insertRelations, [board.id, blocked.map((_, at) => worked[at % worked.length]), blocked])
  await database.query('commit')
  await database.query('vacuum analyze')
  return board
}

const filled = new Set<string>()

const insertAgent = `insert into actors (id, kind, name, handle, can_be_delegated, can_be_mentioned, created_at)
  values ($1, 'agent', 'Scout', 'scout', true, true, now())`

async function agentOf(database: Rig['database']): Promise<string> {
  const id = uuidV7(Date.now())
  await database.query(insertAgent, [id])
  return id
}
