import type { Client } from '@tandem/client'
import type { Actor, CardRecord, OutputOf, Session } from '@tandem/contract'
import { Mistake } from '../mistake.ts'
import { type Order, orderText } from './orders.ts'
import type { Relay } from './relay.ts'

/** The setting of the checks: a board with the agent under test on it. */
export type Stage = {
  client: Client
  agent: Actor
  boardId: string
  listId: string
  /** The time that the agent has for its task. */
  timeoutMs: number
  /** The time that the kit keeps it waiting, and observes it afterwards. */
  delayMs: number
  /** The relay of the agent's deliveries, if they pass through one. */
  relay: Relay | null
  /** Aborted when the kit is to end. */
  stop: AbortSignal
  /** The cards and lists that the checks have created. */
  made: { cardIds: string[]; listIds: string[] }
}

type Delegated = { card: CardRecord; session: Session }

export async function addCard(stage: Stage, title: string, order: Order | null, listId = stage.listId): Promise<CardRecord> {
  const description = order === null ? 'The agent under test has nothing to do here.' : orderText(order)
  const card = await stage.client.call('card.create', { listId, title: `Conformance: ${title}`, description })
  stage.made.cardIds.push(card.id)
  return card
}

export async function delegate(stage: Stage, { id: cardId }: { id: string }): Promise<Session> {
  return (await stage.client.call('delegation.set', { cardId, agentActorId: stage.agent.id })).session
}

export async function delegateNew(stage: Stage, title: string, order: Order): Promise<Delegated> {
  const card = await addCard(stage, title, order)
  return { card, session: await delegate(stage, card) }
}

/** The activities of the agent on a card, after a given one or all. */
export async function writesOf(stage: Stage, cardId: string, since?: string): Promise<OutputOf<'board.activity'>> {
  const { client, boardId, agent } = stage
  const found = []
  for await (const page of client.pages('board.activity', {
    boardId,
    actorId: agent.id,
    limit: 200,
    ...(since !== undefined && { since }),
  }))
    found.push(...page)
  return found.filter((activity) => activity.cardId === cardId && !activity.verb.startsWith('agent_session.'))
}

/** The agent's comments on a card that contain a word. */
export async function commentsWith(stage: Stage, cardId: string, word: string): Promise<string[]> {
  const { card } = await stage.client.call('card.get', { cardId })
  return card.comments.filter(({ actorId, body }) => actorId === stage.agent.id && body.includes(word)).map(({ body }) => body)
}

/** Throws Mistake unless the agent has done its work exactly once: one comment with the word, in one session. */
export async function requireOnce(stage: Stage, cardId: string, word: string): Promise<void> {
  const comments = await commentsWith(stage, cardId, word)
  if (comments.length !== 1) throw new Mistake(`one comment with the word ${word}`, `${comments.length} comments with it`)
  const sessions = await stage.client.call('session.listForCard', { cardId })
  if (sessions.length !== 1) throw new Mistake('one session on the card', `${sessions.length} sessions`)
}
