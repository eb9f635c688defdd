import { mostUndone, refusal, type Verb } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { madeBy } from './goals.ts'
import { changesOfBoard, changesOfCards, changesOfRelations, inverses, type Seen } from './inverses.ts'
import { type IsDone, notDone, type OfUndo, standingOf } from './standing.ts'

/** The activities to undo, and later changes by others, from the log. */
export type Act = Omit<Seen, 'keys'> & { boardId: string; seq: number; id: string; keys: string[] }
/** `isSetOff`: by a rule that ran because of what the session did. */
export type Later = Seen & { id: string; isSetOff?: boolean }

/** In octets, of all payloads together: payloads hold texts. */
const mostOctets = 32 * 1024 * 1024
const mostLater = 20_000

const changing = `verb <> all (array[${Object.entries(inverses)
  .flatMap(([verb, inverse]) => ('tells' in inverse ? [`'${verb}'`] : []))
  .join(', ')}])`
const sizeOfSession = sql<{
  count: number
  octets: number
}>(`select count(*)::int as count, coalesce(sum(payload_octets), 0)::bigint as octets
  from (select payload_octets from activities where session_id = $1 and ${changing} limit ${mostUndone + 1}) a`)
const actsOf = (of: string) =>
  sql<Omit<Act, 'keys'>>(`select board_id, seq, id, card_id, verb, payload from activities where ${of} and ${changing}
  order by board_id, seq desc limit ${mostUndone + 1}`)
const actsOfSession = actsOf('session_id = $1')
const actsOfUndo = actsOf('undo_id = $1 and id = any ($2::uuid[])')

/** The activities of a call. `own`: the ids of those that are no changes by others. `isClean`: no part is taken back at present. */
export type Wanted = { acts: Act[]; own: ReadonlySet<string>; isDone: IsDone; isClean: boolean }

/**
 * The activities that a call takes back, newest first on each board: those of the session which are not taken back now, or those of its
 * undos which have not been brought back. Throws payload_too_large for more than are undone at once.
 */
export async function actsToUndo(reader: Reader, session: SessionRow, undoes: boolean): Promise<Wanted> {
  const { id, undoId, redoId } = session
  const undos = undoId === null ? [] : await reader.rows(briefOfUndos, [[undoId, redoId].filter((each) => each !== null)])
  if (undos.length > mostLater) throw tooMuch()
  const standing = standingOf(undos, undoId)
  const ids = undos.map((seen) => seen.id)
  const { toBringBack } = standing
  const isClean = toBringBack.length === 0
  if (!undoes) {
    requireFewer({ count: toBringBack.length, octets: toBringBack.reduce((sum, { octets }) => sum + octets, 0) })
    const acts = await reader.rows(actsOfUndo, [undoId, toBringBack.map((seen) => seen.id)])
    return { acts: acts.map(withKeys), own: new Set(ids), isDone: standing.isBroughtBack, isClean }
  }
  requireFewer((await reader.row(sizeOfSession, [id])) ?? { count: 0, octets: 0 })
  const all = (await reader.rows(actsOfSession, [id])).map(withKeys)
  const isDone = standing.isTakenBack
  return { acts: notDone(all, isDone), own: new Set([...all.map((act) => act.id), ...ids]), isDone, isClean }
}

function requireFewer({ count, octets }: { count: number; octets: number }): void {
  if (count > mostUndone || octets > mostOctets) throw tooMuch()
}
const tooMuch = () => refusal('undoTooMuch', { most: mostUndone })

const withKeys = (act: Omit<Act, 'keys'>): Act => ({ ...act, keys: keysOf(act.payload) })
const keysOf = (payload: object): string[] => Object.keys(payload).filter((key) => key !== 'previous')

/** The part of a payload that tells which parts of the card it concerns: texts are not loaded. */
const briefly = `json_build_object(${[
  'actorId',
  'labelId',
  'fieldId',
  'itemId',
  'commentId',
  'attachmentId',
  'otherCardId',
  'kind',
  'listId',
]
  .map((key) => `'${key}', a.payload -> '${key}'`)
  .join(', ')}) as payload, array(select k from json_object_keys(a.payload) k where k <> 'previous') as keys`
const briefOfUndos = sql<OfUndo>(`select a.id, a.undo_id, a.payload_octets as octets, a.card_id, a.verb, ${briefly}
  from activities a where a.undo_id = any ($1::uuid[]) and ${changing} limit ${mostLater + 1}`)
/** An earlier undo of the session and the call that brought it back left the parts as the session did. */
const byOthers = "a.payload ->> 'undoOf' is distinct from $4::text"
/** On all boards: the card may have been moved in between. The ids of activities on one card are in the order of its changes. */
const laterOnCards = sql<Later>(`select a.id, a.card_id, a.verb, ${briefly}
  from unnest($1::uuid[]) c (id) join activities a on a.card_id = c.id and a.id > $2
  where a.verb = any ($3::text[]) and ${byOthers} limit ${mostLater + 1}`)
const laterOnBoard = sql<Later>(`select a.id, a.card_id, a.verb, ${briefly}
  from activities a where a.board_id = $1 and a.seq > $2 and a.card_id is null and a.verb = any ($3::text[]) and ${byOthers}
  limit ${mostLater + 1}`)
/** Acts of rules on these cards because of the session: the first activity of their chain is one of it. Runs are kept for 30 days. */
const setOffBySession = sql<{ id: string }>(`select a.id from unnest($1::uuid[]) c (id)
  join activities a on a.card_id = c.id and a.id > $2
  join lateral (select first_seq, root_id from rule_runs r where r.board_id = a.board_id and r.last_seq >= a.seq order by r.last_seq limit 1) run
    on run.first_seq <= a.seq
  join activities root on root.board_id = a.board_id and root.id = run.root_id and root.session_id = $3
  limit ${mostLater}`)

/** Changes after the first of these activities of one board that are not among `own`. */
export async function changedSince(
  reader: Reader,
  acts: readonly Act[],
  { own, sessionId }: { own: ReadonlySet<string>; sessionId: string },
): Promise<Later[]> {
  const first = acts.at(-1)
  if (!first) return []
  const cardIds = [...new Set(acts.flatMap(({ cardId }) => cardId ?? []))]
  const onCards = reader.rows(laterOnCards, [cardIds, first.id, changesOfCards, sessionId])
  // The other end of a relation may be the one that was named since.
  const related = acts.flatMap(({ payload: { otherCardId } }) => (typeof otherCardId === 'string' ? [otherCardId] : []))
  const others = [...new Set(related)].filter((id) => !cardIds.includes(id))
  const onOthers = others.length === 0 ? [] : reader.rows(laterOnCards, [others, first.id, changesOfRelations, sessionId])
  const ofBoard = acts.some(({ cardId }) => cardId === null)
  const onBoard = ofBoard ? reader.rows(laterOnBoard, [first.boardId, first.seq, changesOfBoard, sessionId]) : []
  const found = (await Promise.all([onCards, onOthers, onBoard])).flat()
  if (found.length > mostLater) throw tooMuch()
  const made = madeBy(acts)
  const isByRule = new Set(
    made.size === 0 ? [] : (await reader.rows(setOffBySession, [[...made], first.id, sessionId])).map(({ id }) => id),
  )
  return found.filter(({ id }) => !own.has(id)).map((seen) => (isByRule.has(seen.id) ? { ...seen, isSetOff: true } : seen))
}

/** `$2` cards, `$3` comments and `$4` the places in the log of the deletions. */
const textsOfComments = sql<{ seq: number; body: string }>(`select d.seq, said.body
  from unnest($2::uuid[], $3::text[], $4::bigint[]) d (card_id, comment_id, seq) cross join lateral (
    select a.payload ->> 'body' as body from activities a
    where a.card_id = d.card_id and a.board_id = $1 and a.seq < d.seq and a.verb = any (array['comment.added', 'comment.edited'])
      and a.payload ->> 'commentId' = d.comment_id
    order by a.seq desc limit 1
  ) said`)
const isDeletion = ({ verb }: { verb: Verb }) => verb === 'comment.deleted'

/** The activity of a deletion does not contain the text of the comment: it is taken from the last activity before it that does. */
export async function withTextsOfDeleted(reader: Reader, boardId: string, acts: Act[]): Promise<Act[]> {
  const deleted = acts.filter(isDeletion)
  if (deleted.length === 0) return acts
  const commentIds = deleted.map(({ payload }) => String(payload.commentId))
  const of = [deleted.map(({ cardId }) => cardId), commentIds, deleted.map(({ seq }) => seq)]
  const texts = new Map((await reader.rows(textsOfComments, [boardId, ...of])).map(({ seq, body }) => [seq, body]))
  return acts.map((act) => {
    const body = texts.get(act.seq)
    return body === undefined ? act : { ...act, payload: { ...act.payload, previous: { body } } }
  })
}
