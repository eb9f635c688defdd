import {
  type AuthorRole,
  fieldRefusal,
  mostNewsItems,
  mostNewsText,
  type News,
  type PayloadOf,
  type TextAuthor,
  type Verb,
} from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { type SessionRow, sessions } from '../../db/tables/agents/sessions.ts'
import { update } from '../../db/writes.ts'
import { holdsScope } from '../../kernel/access.ts'
import { isUuid } from '../../kernel/common/ids.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { namedCards } from '../relations/named-cards.ts'
import { blockerNews, saidOfBlocker } from './blocker-news.ts'

/**
 * Acts of others on a session and its card since its agent last returned a cursor. An item repeats until the cursor that came with it, or a
 * later one, is returned: a lost response loses no item. Specification: beyond §2.
 */
type SessionOfAgent = Pick<SessionRow, 'id' | 'boardId' | 'cardId' | 'agentActorId' | 'newsCursor' | 'newsStart'>
type ByCaller = { readonly principal: Principal }
type Item = {
  id: string
  cardId: string
  verb: NewsVerb
  payload: Record<string, unknown>
  actorId: string
  role: AuthorRole | null
  createdAt: string
  /** The key of the card that blocks this one, of an act on that card. */
  blocker: string | null
}

/** The text of each verb that counts as news; further details are read with the card. */
const texts = {
  'card.updated': (payload) => changesIn(payload),
  'card.moved': () => 'moved the card',
  'card.archived': () => 'archived the card',
  'card.unarchived': () => 'restored the card',
  'card.review_requested': () => 'completed work that is ready for review',
  'card.reviewed': ({ verdict, note }) =>
    `${verdict === 'accept' ? 'accepted the work' : 'sent the work back'}${note === null ? '' : `: ${note}`}`,
  'card.priority_changed': ({ priority }) => `priority: ${priority}`,
  'card.labeled': () => 'added a label',
  'card.unlabeled': () => 'removed a label',
  'card.related': ({ kind }) => `added a relation: ${kind}`,
  'card.unrelated': ({ kind }) => `removed a relation: ${kind}`,
  'card.blocked': ({ blockers, blockersElsewhere }) => `is blocked: ${namedCards(blockers, blockersElsewhere)}`,
  'card.unblocked': () => 'is no longer blocked',
  'card.field_set': (payload) => part('set a field', payload, said(payload.value)),
  'card.field_cleared': () => 'cleared a field',
  'card.attachment_added': (payload) =>
    isFromOutside(payload) ? 'attached a file or link from outside the board' : `attached ${payload.filename}`,
  'card.attachment_removed': (payload) =>
    isFromOutside(payload) ? 'removed an attachment from outside the board' : `removed the attachment ${payload.filename}`,
  'card.checklist_item_added': (payload) => part('added a checklist item', payload, payload.text),
  'card.checklist_item_updated': (payload) => part('changed a checklist item', payload, payload.text),
  'card.checklist_item_completed': (payload) => part('checked off a checklist item', payload, payload.text),
  'card.checklist_item_removed': (payload) => part('removed a checklist item', payload, payload.text),
  'comment.added': ({ body }) => body,
  'comment.edited': ({ body }) => body,
  'agent_session.answered': (payload) => answered(payload),
  'agent_session.question': ({ question }) => question,
  'agent_session.log': ({ payload }) => lateAnswer(payload),
  'agent_session.updated': (payload) => askedInSession(payload),
} satisfies { [V in Verb]?: (payload: PayloadOf<V>) => string }
type NewsVerb = keyof typeof texts

const verbsOf = (family: 'card.' | 'comment.' | 'agent_session.') => Object.keys(texts).filter((verb) => verb.startsWith(family))

/**
 * `$1` board, card, session and start of each, `$5` the agent. Of the session, only acts of others on it. An answer that came too late is
 * news for the agent in its next session of the card too. A comment from outside the board is none, no matter which member passed it on. The role
 * of an act without an author is that of its actor: only the origin tells a plugin from a member. `$9` whether the agent reads cards.
 */
const role = "coalesce(a.payload #>> '{author,role}', case when a.origin is null then m.role else 'integration' end)"
const ofBlockers = blockerNews({ role, agent: '$5', reads: '$9::boolean', limit: mostNewsItems })
const newsSince =
  sql<Item>(`select n.* from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as s (board_id, card_id, session_id, start)
  cross join lateral ((
    select a.id, a.card_id, a.verb, a.payload, a.actor_id, ${role} as role, a.created_at, null as blocker
    from activities a join actors p on p.id = a.actor_id
      left join effective_members m on m.board_id = a.board_id and m.actor_id = a.actor_id
    where a.board_id = s.board_id and a.card_id = s.card_id and a.id > s.start and a.actor_id <> $5
      and (a.verb = any ($6) or a.verb = any ($7) and p.kind = 'human' and a.payload #>> '{author,role}' is distinct from 'external'
        or a.verb = any ($8) and a.payload ->> 'unblocked' is null and case when a.verb <> 'agent_session.log' then a.payload ->> 'sessionId' = s.session_id::text
          else a.payload -> 'payload' ->> 'type' = 'late_answer' and a.payload ->> 'agentActorId' = $5::text end)
    order by a.id limit ${mostNewsItems}
  ) union all (${ofBlockers})) n order by n.id limit ${mostNewsItems}`)

/** `$1` boards and `$2` cards of the sessions, `$3` the ids of a cursor, `$4` the card that each counts for, null = its own: the latest of each card. */
const startsIn = sql<{ cardId: string; id: string }>(`select coalesce(g.card_id, a.card_id) as card_id, max(a.id::text)::uuid as id
  from unnest($3::uuid[], $4::uuid[]) as g (id, card_id) join activities a on a.board_id = any ($1::uuid[]) and a.id = g.id
  where coalesce(g.card_id, a.card_id) = any ($2::uuid[]) group by 1`)

export type Starts = ReadonlyMap<string, string>

/** From where on each card the cursor of an agent leads. Throws validation for one that no answer gave. */
export async function startsOf(reader: Reader, of: readonly SessionOfAgent[], cursor: string | undefined): Promise<Starts> {
  if (cursor === undefined) return new Map()
  const places = cursor.split('.').map((place) => place.split('_'))
  if (!places.every((place) => place.length <= 2 && place.every(isUuid))) throw fieldRefusal('newsCursor', 'newsCursorUnknown')
  const [ids, cardIds] = [places.map(([id = '']) => id), places.map(([, cardId = null]) => cardId)]
  const found = await reader.rows(startsIn, [of.map(({ boardId }) => boardId), of.map(({ cardId }) => cardId), ids, cardIds])
  return new Map(found.map(({ cardId, id }) => [cardId, id]))
}

/** Texts on a card need boards:read, wherever they are read. Without that scope the news covers the sessions only. */
export async function newsOf(reader: Reader & ByCaller, of: readonly SessionOfAgent[], starts: Starts): Promise<News> {
  const [first] = of
  if (!first) return { items: [], cursor: null }
  const readsCards = holdsScope(reader.principal, 'boards:read')
  const items = await reader.rows(newsSince, [
    of.map(({ boardId }) => boardId),
    of.map(({ cardId }) => cardId),
    of.map(({ id }) => id),
    of.map((session) => later(starts.get(session.cardId), startOf(session))),
    first.agentActorId,
    readsCards ? verbsOf('card.') : [],
    readsCards ? verbsOf('comment.') : [],
    verbsOf('agent_session.'),
    readsCards,
  ])
  const last = new Map(items.map((item) => [item.cardId, placeOf(item)]))
  return { items: items.map(onWire), cursor: last.size === 0 ? null : [...last.values()].join('.') }
}

/** An act on the card that blocks this one says nothing of that card's own news. */
const placeOf = ({ id, cardId, blocker }: Item): string => (blocker === null ? id : `${id}_${cardId}`)

const writeNews = update(sessions, { key: ['boardId', 'id'], set: ['newsCursor', 'newsStart'] })

/**
 * Keeps the place of an agent in its news after a response. A returned cursor counts from here on; while the agent returns none, news that
 * was sent with a change of state is not sent again.
 */
export function keepPlace(
  tx: Mutation<never>,
  session: SessionRow,
  { starts, news, changesState }: { starts: Starts; news: News; changesState: boolean },
): void {
  const given = starts.get(session.cardId)
  const newsCursor = given === undefined ? session.newsCursor : later(given, session.newsCursor)
  const newsStart = changesState ? later(news.items.at(-1)?.id, session.newsStart) : session.newsStart
  if (newsCursor === session.newsCursor && newsStart === session.newsStart) return
  tx.send(writeNews({ boardId: session.boardId, id: session.id, newsCursor, newsStart }))
}

/** The id of a session is older than all that is done to it. */
const startOf = ({ id, newsCursor, newsStart }: SessionOfAgent): string => newsCursor ?? newsStart ?? id

/** Ids of a board are in the order of its log. */
function later<T extends string | null>(one: string | undefined, other: T): T | string {
  return one !== undefined && (other === null || one > other) ? one : other
}

function onWire({ payload, blocker, ...item }: Item): News['items'][number] {
  const said = texts[item.verb] as (payload: Record<string, unknown>) => string
  const text = blocker === null ? said(payload) : saidOfBlocker(item.verb, blocker)
  return { ...item, text: text.length > mostNewsText ? `${truncate(text, mostNewsText - 1)}…` : text }
}

function askedInSession({ startRequested, budget }: PayloadOf<'agent_session.updated'>): string {
  if (budget !== undefined) return `budget: ${said(budget)}`
  return startRequested ? 'allows you to start on the blocked card' : 'asked you to stop'
}

const answered = ({ answer, note, byDefault }: Pick<PayloadOf<'agent_session.answered'>, 'answer' | 'note' | 'byDefault'>): string =>
  [answer, byDefault && '(the default, because there was no answer by the deadline)', note].filter(Boolean).join('\n')

/** The question that it is for was settled before. */
const lateAnswer = ({ answer, note }: Record<string, unknown>): string =>
  `late answer to an earlier question: ${[answer, note].filter(Boolean).map(said).join('\n')}`

/** Members of a payload that are not changes by themselves. */
const unsaid: ReadonlySet<string> = new Set(['previous', 'author', 'undoOf'])

/** The new values. A text that is too long for the news, or comes from outside the board, is read with the card. */
function changesIn(payload: Record<string, unknown>): string {
  const fromOutside = isFromOutside(payload)
  return Object.entries(payload)
    .filter(([name]) => !unsaid.has(name))
    .map(([name, value]) => {
      if (name === 'review') return value === null ? 'withdrew the review' : 'the work is ready for review'
      if (fromOutside && (name === 'title' || name === 'description')) return `${name}: changed, from outside the board`
      return `${name}: ${said(name === 'link' ? withoutTitle(value) : value)}`
    })
    .join('; ')
}

const isFromOutside = ({ author }: { author?: unknown }): boolean => (author as TextAuthor | undefined)?.role === 'external'

/** A text from outside the board is read with the card. */
const part = (act: string, payload: { author?: unknown }, text: string): string =>
  isFromOutside(payload) ? `${act} from outside the board` : `${act}: ${text}`

/** The title of a link is the text of somebody elsewhere, for example of the author of a pull request. */
const withoutTitle = (link: unknown): unknown => (typeof link === 'object' ? { ...link, title: undefined } : link)

const said = (value: unknown): string => (typeof value === 'string' ? value : value === null ? 'none' : JSON.stringify(value))
