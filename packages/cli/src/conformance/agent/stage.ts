import type { Client } from '@tandem/client'
import type { Actor, CardRecord, OutputOf, Session } from '@tandem/contract'
import { type Order, orderText } from './orders.ts'

/** Where the checks are played: a board with the agent under test on it. */
export type Stage = {
  client: Client
  agent: Actor
  boardId: string
  listId: string
  /** How long the agent may take for what it has to do. */
  timeoutMs: number
  /** How long the kit keeps it waiting, and watches it afterwards. */
  delayMs: number
  /** Aborted when the kit is to end. */
  stop: AbortSignal
  /** What the checks have put there. */
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

/** What the agent has written on a card after an activity, or at all. */
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

/** The comments of the agent on a card that have a word in them. */
export async function commentsWith(stage: Stage, cardId: string, word: string): Promise<string[]> {
  const { card } = await stage.client.call('card.get', { cardId })
  return card.comments.filter(({ actorId, body }) => actorId === stage.agent.id && body.includes(word)).map(({ body }) => body)
}
