import { mostWaitText, type Waits } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { holdsScope } from '../../kernel/access.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { keyOf } from '../cards/summary.ts'
import { type SearchedBoard, searchedBoards } from '../search/resolve.ts'
import { sessionIsHeld } from '../sessions/holds/hold.ts'
import { type BlockedRow, type BlockerRow, blockedCards, type LiveRow } from './blocked-cards.ts'
import { cyclesIn } from './cycles.ts'

/** Cards, agents and people that wait for each other, on the boards that the caller can read. Specification: beyond §4. */
type OnCard = { boardId: string; cardId: string; number: number; title: string }
type Deadline = { expiresAt: string | null; defaultOption: string | null }
type QuestionRow = OnCard & {
  sessionId: string
  agentActorId: string
  question: string
  askedAt: string
  tier: number
  askedActorIds: string[]
} & Deadline
type UnseenRow = OnCard & { sessionId: string; state: 'queued' | 'working'; agentActorId: string; since: string; lastSeenAt: string | null }

const mostPeople = 200

/** `$1` boards, `$2` how many. */
const onBoards = `join cards c on c.id = s.card_id join boards b on b.id = s.board_id and b.archived_at is null
  where s.board_id = any ($1::uuid[]) and s.ended_at is null`
const openQuestions = sql<QuestionRow>(`select s.id as session_id, s.board_id, s.card_id, c.number, c.title, s.agent_actor_id,
    s.question->>'question' as question, s.question->>'askedAt' as asked_at,
    s.question->>'expiresAt' as expires_at, s.question->>'defaultOption' as default_option, coalesce(s.question_tier, 0) as tier,
    array(select distinct n.actor_id from notifications n where n.session_id = s.id and n.reason = 'question'
      and n.created_at >= (s.question->>'askedAt')::timestamptz limit ${mostPeople}) as asked_actor_ids
  from sessions s ${onBoards} and s.state = 'awaiting_input' order by s.question->>'askedAt', s.id limit $2`)
/** A session waits for its agent while it is queued, and after the last answer or a request to stop, whatever else happens in it. */
const unseenAgents = sql<UnseenRow>(`select * from (
    select s.id as session_id, s.board_id, s.card_id, c.number, c.title, s.state, s.agent_actor_id,
      case s.state when 'queued' then s.last_event_at else greatest((s.last_answer->>'at')::timestamptz, s.stop_requested_at) end as since,
      (select max(t.last_used_at) from tokens t where t.actor_id = s.agent_actor_id) as last_seen_at
    from sessions s ${onBoards} and not ${sessionIsHeld}
      and (s.state = 'queued' or s.state = 'working' and (s.last_answer is not null or s.stop_requested_at is not null))
  ) w where since is not null and (last_seen_at is null or last_seen_at < since) order by since, session_id limit $2`)
const namesOf = sql<Actor>('select id, name, handle from actors where id = any ($1::uuid[])')

type Actor = { id: string; name: string; handle: string }

export const readWaits: HandlerOf<'wait.list'> = async (read, { boardId, limit }) => {
  const boards = new Map((await searchedBoards(read, read.principal, boardId)).map((board) => [board.id, board]))
  const of = [[...boards.keys()], limit + 1] as const
  const seesSessions = holdsScope(read.principal, 'sessions:read')
  const [questions, agents, blocked] = await Promise.all([
    seesSessions ? read.rows(openQuestions, of) : [],
    seesSessions ? read.rows(unseenAgents, of) : [],
    blockedCards(read, of, seesSessions),
  ])
  const actors = await actorsOf(read, [
    ...questions.flatMap(({ agentActorId, askedActorIds }) => [agentActorId, ...askedActorIds]),
    ...[...agents, ...blocked.live].map(({ agentActorId }) => agentActorId),
  ])
  const lists = {
    questions: questions.map((row) => questionOnWire(row, boards, actors)),
    agents: agents.map((row) => unseenOnWire(row, boards, actors)),
    cards: blocked.cards.map((row) => blockedOnWire(row, { ...blocked, boards, actors })),
  }
  return { ...cut(lists, limit), cycles: cyclesIn(lists.cards.slice(0, limit)) }
}

type Lists = Pick<Waits, 'questions' | 'agents' | 'cards'>

function cut({ questions, agents, cards }: Lists, limit: number): Lists & Pick<Waits, 'cutAtLimit'> {
  const lists = { questions: questions.slice(0, limit), agents: agents.slice(0, limit), cards: cards.slice(0, limit) }
  const cutAtLimit = (['questions', 'agents', 'cards'] as const).filter((name) => ({ questions, agents, cards })[name].length > limit)
  return { ...lists, cutAtLimit }
}

type Boards = ReadonlyMap<string, SearchedBoard>
type Actors = (id: string) => Actor

async function actorsOf(reader: Reader, ids: readonly string[]): Promise<Actors> {
  const rows = ids.length === 0 ? [] : await reader.rows(namesOf, [[...new Set(ids)]])
  const known = new Map(rows.map((row) => [row.id, row]))
  return (id) => known.get(id) ?? { id, name: '', handle: '' }
}

function cardOnWire({ boardId, cardId, number, title }: OnCard, boards: Boards) {
  const board = boards.get(boardId)
  return { boardId, boardName: board?.name ?? '', cardId, cardKey: keyOf(board?.keyPrefix ?? '', number), cardTitle: title }
}

function questionOnWire(row: QuestionRow, boards: Boards, actors: Actors): Waits['questions'][number] {
  return {
    ...cardOnWire(row, boards),
    sessionId: row.sessionId,
    agent: actors(row.agentActorId),
    question: truncate(row.question, mostWaitText),
    askedAt: row.askedAt,
    ...(row.expiresAt !== null && { expiresAt: row.expiresAt }),
    ...(row.defaultOption !== null && { defaultOption: truncate(row.defaultOption, mostWaitText) }),
    tier: row.tier,
    people: row.askedActorIds.map(actors),
  }
}

function unseenOnWire(row: UnseenRow, boards: Boards, actors: Actors): Waits['agents'][number] {
  const { sessionId, state, since, lastSeenAt } = row
  return { ...cardOnWire(row, boards), sessionId, state, agent: actors(row.agentActorId), since, lastSeenAt }
}

type Around = { blockers: readonly BlockerRow[]; live: readonly LiveRow[]; boards: Boards; actors: Actors }

function blockedOnWire(row: BlockedRow, { blockers, live, boards, actors }: Around): Waits['cards'][number] {
  const sessionsOf = (cardId: string) =>
    live.filter((one) => one.cardId === cardId).map(({ id, state, agentActorId }) => ({ id, state, agent: actors(agentActorId) }))
  const seen = blockers.filter(({ blockedId }) => blockedId === row.cardId)
  return {
    ...cardOnWire(row, boards),
    since: row.since,
    sessions: sessionsOf(row.cardId),
    blockers: seen.map((blocker) => ({ ...blockerOnWire(blocker), sessions: sessionsOf(blocker.cardId) })),
    moreBlockers: row.blockerCount - seen.length,
  }
}

/** The blocker may be on another board than the one asked for. */
const blockerOnWire = ({ boardId, boardName, cardId, keyPrefix, number, title }: BlockerRow) => ({
  boardId,
  boardName,
  cardId,
  cardKey: keyOf(keyPrefix, number),
  cardTitle: title,
})
