import type { Client } from '@tandem/client'
import type { Card, Session } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { isId } from './among.ts'

/** A card by its key, in any case, or its id. Throws refusals of the service. */
export async function findCard(client: Client, text: string): Promise<Card> {
  if (isId(text)) return (await client.call('card.get', { cardId: text })).card
  if (!/^[a-z][a-z0-9]*-\d+$/i.test(text))
    throw new Complaint('wrong usage', `Invalid card ${text}. Use a key such as ENG-12, or an id. tandem card search finds cards by words.`)
  return (await client.call('card.getByKey', { key: text })).card
}

/** A session by its id, or the newest one of a card. Throws Complaint. */
export async function findSession(client: Client, text: string): Promise<Session> {
  if (isId(text)) return client.call('session.get', { sessionId: text })
  const card = await findCard(client, text)
  const [newest] = await client.call('session.listForCard', { cardId: card.id, limit: 1 })
  return newest ?? noSession(card)
}

/** A session by its id, or for a card the caller's live one, else a live one, else the newest. Throws Complaint. */
export async function findOwnSession(client: Client, text: string): Promise<Session> {
  if (isId(text)) return client.call('session.get', { sessionId: text })
  const [card, me] = await Promise.all([findCard(client, text), client.call('me.get')])
  const sessions = (await Array.fromAsync(client.pages('session.listForCard', { cardId: card.id }))).flat()
  const live = sessions.filter(({ endedAt }) => endedAt === null)
  return live.find(({ agentActorId }) => agentActorId === me.id) ?? live[0] ?? sessions[0] ?? noSession(card)
}

function noSession({ key }: Card): never {
  throw new Complaint('not found', `No agent has worked on ${key} yet. Delegate it with tandem card delegate ${key} <agent>.`)
}
