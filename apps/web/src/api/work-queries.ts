import type { Member, Session, WorkCard } from '@tandem/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { boardsQuery, cardQuery, membersQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

/** A session with the further data that a list of sessions shows. */
export type AtWork = { session: Session; cardTitle: string; boardName: string; agent: Member | null }
export type Waiting = { assigned: WorkCard[]; questions: AtWork[] }

const liveStates = ['awaiting_input', 'working', 'queued'] as const
const mostOfEach = 100
const mostEnded = 20
const endedShownForMs = 86_400_000

/** Open cards assigned to me, and questions that I am asked. */
export const waitingQuery = queryOptions({
  queryKey: ['work', 'waiting'],
  async queryFn(): Promise<Waiting> {
    const { assigned, sessions_awaiting_me: asking } = await api.call('me.work', { limit: 200 })
    return { assigned, questions: await withCards(asking) }
  },
})

/** Sessions that I began, the live ones first, then those that ended within a day. */
export const delegatedQuery = queryOptions({
  queryKey: ['work', 'delegated'],
  async queryFn(): Promise<AtWork[]> {
    const [newest, ...live] = await Promise.all([
      api.call('session.mine', { limit: mostEnded }),
      ...liveStates.map((state) => api.call('session.mine', { state, limit: mostOfEach })),
    ])
    const since = new Date(Date.now() - endedShownForMs).toISOString()
    return withCards([...live.flat(), ...newest.filter((session) => session.endedAt !== null && session.endedAt > since)])
  },
})

/** Waits between actors on one board, or across the boards of the reader. */
export const waitsQuery = (boardId: string | undefined) =>
  queryOptions({
    queryKey: ['work', 'waits', boardId ?? null],
    queryFn: () => api.call('wait.list', { limit: mostOfEach, ...(boardId !== undefined && { boardId }) }),
  })

export const inboxQuery = (only: 'unread' | 'all') =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'list', only],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      api.call('notification.list', { limit: 50, ...(only === 'unread' && { unread: true }), ...(cursor !== undefined && { cursor }) }),
    getNextPageParam: (last) => (last.length < 50 ? undefined : last.at(-1)?.id),
  })

async function withCards(sessions: readonly Session[]): Promise<AtWork[]> {
  const boards = await queryClient.fetchQuery({ ...boardsQuery, staleTime: 10_000 })
  const [titles, agents] = await Promise.all([titlesOf(sessions), agentsOf(sessions)])
  return sessions.map((session) => ({
    session,
    cardTitle: titles.get(session.cardId) ?? session.cardKey,
    boardName: boards.find((board) => board.id === session.boardId)?.name ?? '',
    agent: agents.get(session.agentActorId) ?? null,
  }))
}

/** One search finds the cards at work; the missing ones are read one by one. */
async function titlesOf(sessions: readonly Session[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  if (sessions.length === 0) return titles
  const found = await api.call('search.cards', { sessionState: [...liveStates], limit: 200 })
  for (const card of found) titles.set(card.id, card.title)
  const left = [...new Set(sessions.map((session) => session.cardId))].filter((id) => !titles.has(id))
  const cards = await Promise.all(
    left.slice(0, 40).map((id) => queryClient.fetchQuery({ ...cardQuery(id), staleTime: 60_000 }).catch(() => null)),
  )
  for (const card of cards) if (card) titles.set(card.id, card.title)
  return titles
}

async function agentsOf(sessions: readonly Session[]): Promise<Map<string, Member>> {
  const boardIds = [...new Set(sessions.map((session) => session.boardId))]
  const members = await Promise.all(boardIds.map((boardId) => queryClient.fetchQuery(membersQuery(boardId)).catch(() => [])))
  return new Map(members.flat().map((member) => [member.actorId, member]))
}
