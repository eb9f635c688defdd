import type { Actor, AgentRequest, Member } from '@tandem/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { boardsQuery, membersQuery, meQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { agentsQuery } from './settings-queries.ts'

/** Queries of the agents that a person owns: their requests to join boards, and where they work. */
export type RequestOfAgent = AgentRequest & { agent: Actor }

const fresh = { staleTime: 10_000 }
const mostBoards = 30

/**
 * Requests of boards for an agent of mine. A notification carries only the id of its request, so the requests of all my agents are read.
 */
export const agentRequestsQuery = queryOptions({
  queryKey: ['inbox', 'agent-requests'],
  async queryFn(): Promise<RequestOfAgent[]> {
    const agents = (await queryClient.fetchQuery({ ...agentsQuery, ...fresh })).filter(({ deactivatedAt }) => deactivatedAt === null)
    const ofEach = agents.map(async (agent) => {
      const requests = await api.call('agent.requests', { agentActorId: agent.id })
      return requests.map((request) => ({ ...request, agent }))
    })
    return (await Promise.all(ofEach)).flat()
  },
})

/** The boards that an agent of mine works on, including those that I cannot read. */
export const agentBoardsQuery = (agentActorId: string) =>
  queryOptions({ queryKey: ['agents', agentActorId, 'boards'], queryFn: () => api.call('agent.boards', { agentActorId }) })

/** The active people on my boards (the first `mostBoards` of them), without me, sorted by name. */
export const colleaguesQuery = queryOptions({
  queryKey: ['agents', 'colleagues'],
  async queryFn(): Promise<Member[]> {
    const [me, boards] = await Promise.all([queryClient.fetchQuery(meQuery), queryClient.fetchQuery({ ...boardsQuery, ...fresh })])
    const members = boards.slice(0, mostBoards).map(({ id }) => queryClient.fetchQuery(membersQuery(id)).catch(() => []))
    const people = (await Promise.all(members))
      .flat()
      .filter(({ kind, deactivated, actorId }) => kind === 'human' && !deactivated && actorId !== me.id)
    const byId = new Map(people.map((person) => [person.actorId, person]))
    return [...byId.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  },
})
