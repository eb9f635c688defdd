import type { Client } from '@tandem/client'
import type { AgentBoard, Session } from '@tandem/contract'
import { isHeld, waitingText } from '../format/session.ts'
import { line } from '../terminal/terminal.ts'
import { type CardFilter, onWantedCards } from './filter.ts'

/** The sessions that a runner takes. */
export type Wanted = {
  agent: { id: string; name: string }
  /** Given by --board; empty = those that the owner of the agent has accepted. */
  boardIds: readonly string[]
  filter: CardFilter | undefined
}

export type Sifted = { wanted: Session[]; left: { session: Session; because: string }[] }

/**
 * Divides the queued sessions of an agent. A card is worked on with the rights of the person who runs this command, so text of strangers is
 * left alone: without --board only boards count that the agent's owner is a member of or has accepted. Specification: beyond §1.
 */
export async function sift(client: Client, sessions: readonly Session[], { agent, boardIds, filter }: Wanted): Promise<Sifted> {
  const own = sessions.filter(({ agentActorId }) => agentActorId === agent.id)
  const agreed = own.length === 0 || boardIds.length > 0 ? new Set(boardIds) : await agreedBoards(client, agent.id)
  const onBoards = own.filter(({ boardId }) => agreed.has(boardId))
  const fitting = await onWantedCards(client, onBoards, filter)
  const wanted = fitting.filter((session) => !isHeld(session))
  return {
    wanted,
    left: [
      ...own.filter((session) => !onBoards.includes(session)).map((session) => ({ session, because: whyNotOn(session, boardIds) })),
      ...onBoards
        .filter((session) => !fitting.includes(session))
        .map((session) => ({ session, because: 'its card does not match --card-filter' })),
      ...fitting.filter(isHeld).map((session) => ({ session, because: `it ${waitingText(session)}` })),
    ],
  }
}

export async function agreedBoards(client: Client, agentActorId: string): Promise<Set<string>> {
  const boards = await client.call('agent.boards', { agentActorId })
  return new Set(boards.filter(isAgreed).map(({ boardId }) => boardId))
}

const isAgreed = ({ ownerRole, acceptedAt }: AgentBoard): boolean => ownerRole !== null || acceptedAt !== null

function whyNotOn({ cardKey }: Session, boardIds: readonly string[]): string {
  if (boardIds.length > 0) return 'its board is not named with --board'
  const prefix = line(cardKey).split('-')[0] ?? ''
  return `the owner of this agent is not on its board and has not accepted it; use --board ${prefix} to claim it anyway`
}
