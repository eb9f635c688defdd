import type { SessionOnBoard } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { keyOf } from '../cards/summary.ts'
import { endedByOctets } from '../pages.ts'
import { type HoldOf, holdsNone, holdsOf } from '../sessions/holds/hold.ts'
import { withOctets } from '../sessions/octets.ts'
import { sessionOnWire } from '../sessions/record.ts'

/** Sessions of agents where neither card nor board is evident. */
type Row = SessionRow & { keyPrefix: string; number: number; title: string; boardName: string }
type Context = { now: string; policy: Policy }

const [mostOfAgent, mostLive] = [20, 1_000]

const onBoards = `select s.*, b.key_prefix, b.name as board_name, c.number, c.title from sessions s
  join boards b on b.id = s.board_id join cards c on c.id = s.card_id
  where s.agent_actor_id = any ($1::uuid[]) and s.board_id = any ($2::uuid[])`
const waitingFirst = "state <> 'awaiting_input', id desc"
const live = sql<Row>(
  endedByOctets(
    withOctets(`select * from (select l.*, row_number() over (partition by agent_actor_id order by ${waitingFirst}) as place
        from (${onBoards} and s.ended_at is null) l) placed
      where place <= ${mostOfAgent} order by ${waitingFirst} limit ${mostLive}`),
    waitingFirst,
  ),
)
const recent = sql<Row>(
  endedByOctets(
    withOctets(`${onBoards} and s.ended_at is not null order by s.ended_at desc, s.id desc limit ${mostOfAgent}`),
    'ended_at desc, id desc',
  ),
)

/** The live sessions by agent: those that wait for a person first, then the newest. */
export async function liveSessions(
  reader: Reader & { principal: Principal },
  agentIds: readonly string[],
  boardIds: readonly string[],
  context: Context,
): Promise<Map<string, SessionOnBoard[]>> {
  const rows = await reader.rows(live, [agentIds, boardIds])
  const holdOf = await holdsOf(reader, rows)
  return Map.groupBy(
    rows.map((row) => onWire(row, context, holdOf)),
    (session) => session.agentActorId,
  )
}

/** The sessions that ended last. */
export async function recentSessions(
  reader: Reader,
  agentId: string,
  boardIds: readonly string[],
  context: Context,
): Promise<SessionOnBoard[]> {
  return (await reader.rows(recent, [[agentId], boardIds])).map((row) => onWire(row, context, holdsNone))
}

function onWire(row: Row, { now, policy }: Context, holdOf: HoldOf): SessionOnBoard {
  const cardKey = keyOf(row.keyPrefix, row.number)
  return {
    ...sessionOnWire(row, { cardKey, now, staleAfterMs: policy.staleAfterMs, holdOf }),
    cardTitle: row.title,
    boardName: row.boardName,
  }
}
