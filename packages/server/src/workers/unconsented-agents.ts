import type { Verb } from '@tandem/contract'
import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { type AgentRequestRow, announce, requestColumns } from '../domain/members/agent-requests.ts'
import { revokeInvitationsOf } from '../domain/members/invitations.ts'
import { takeOff } from '../domain/members/remove.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Mutation } from '../kernel/mutation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { actOnAll, type DueAct } from './act-on-all.ts'

/**
 * Agents that worked on a board without the consent of their owners (migrations/0022_agent_consent.sql made requests of that): their
 * delegations there are taken back, and their owners are notified. After that there is nothing left to do. Specification: beyond §1.
 */
export type UnconsentedAgents = { runOnce(): Promise<number>; start(): void; stop(): Promise<void> }

type Deps = { kernel: Kernel; database: Database; clock: Clock; log: Logger; metrics: Metrics }

const page = 20
/** The delay before what failed is tried again. */
const pauseMs = 600_000
const boardsToTell = sql<{ id: string }>(`select distinct r.board_id as id from agent_requests r join boards b on b.id = r.board_id
  where r.settled_at is null and r.activity_id is null and b.deleted_at is null limit ${page}`)
const untoldOf = sql<AgentRequestRow>(
  `select ${requestColumns()} from agent_requests
  where board_id = $1 and settled_at is null and activity_id is null order by id`,
)

const withdrawal: DueAct = {
  name: 'withdrawal of agents',
  due: boardsToTell,
  page,
  operation: { name: 'board.update', id: 'boardId' },
  act: withdraw,
}

export function createUnconsentedAgents(deps: Deps): UnconsentedAgents {
  const poller = createPoller(deps, {
    name: 'unconsented_agents',
    everyMs: pauseMs,
    soonMs: 0,
    poll: runOnce,
    trouble: 'agents could not be removed from boards that their owners have not approved; the next poll tries again',
  })
  return {
    runOnce,
    start() {
      poller.start()
      poller.soon()
    },
    stop: poller.stop,
  }

  function runOnce(): Promise<number> {
    return actOnAll(deps, withdrawal, [])
  }
}

async function withdraw(tx: Mutation<Verb>): Promise<boolean> {
  const requests = await tx.rows(untoldOf, [tx.board.id])
  for (const request of requests) {
    await revokeInvitationsOf(tx, [request.agentActorId])
    await takeOff(tx, { actorId: request.agentActorId, kind: 'agent' })
    announce(tx, request)
  }
  return requests.length > 0
}
