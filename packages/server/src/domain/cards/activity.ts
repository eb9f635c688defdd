import { type Reader, sql } from '../../db/database.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { type ActivityRow, activityPage, type LogInput, pageOfActivities, sinceOf, unknownActivity } from '../boards/activity.ts'
import type { Counted } from '../pages.ts'

/**
 * The log of a card over all its boards, as far as the caller can read those now. Ids ascend from board to board with the card, so that id
 * order is time order; seq is each board's own. Specification: service §4, decisions §3, reliability A2.
 */
const greatestUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** `$1` card, `$2` actor, `$3` leash or null, `$4` an id. */
const readable = `card_id = $1 and ($3::uuid[] is null or board_id = any ($3))
  and exists (select from members m where m.board_id = activities.board_id and m.actor_id = $2)`
const known = sql<{ id: string }>(`select id from activities where ${readable} and id = $4`)
const after = sql<Counted<ActivityRow>>(pageOfActivities(`${readable} and id > $4 order by id limit $5`, 'id'))
const before = sql<Counted<ActivityRow>>(pageOfActivities(`${readable} and id < $4 order by id desc limit $5`, 'id desc'))

export const cardActivity: RunOf<'card.activity'> = async (read, input) => {
  const { actorId, grant } = read.principal
  const of: Of = [read.target.id, actorId, grant?.leash ? [...grant.leash] : null]
  const from = await boundOf(read, of, input)
  return activityPage(await read.rows(input.since === undefined ? before : after, [...of, from, input.limit + 1]), input)
}

type Of = [cardId: string, actorId: Principal['actorId'], leash: string[] | null]

async function boundOf(reader: Reader, of: Of, { since, before }: LogInput): Promise<string> {
  if (since === undefined) return before === undefined ? greatestUuid : knownId(reader, of, 'before', before)
  const from = sinceOf(since)
  return 'upTo' in from ? from.upTo : knownId(reader, of, 'since', from.id)
}

/** An id of a board that the caller cannot read is as unknown as one that never was. */
async function knownId(reader: Reader, of: Of, field: string, id: string): Promise<string> {
  if (!(await reader.row(known, [...of, id]))) throw unknownActivity(field, 'card')
  return id
}
