import type { Client } from '@tandem/client'
import type { Card, Session } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { isId } from './among.ts'

/** A card by its key, in any case, or its id. Throws what the service answers. */
export async function findCard(client: Client, text: string): Promise<Card> {
  if (isId(text)) return (await client.call('card.get', { cardId: text })).card
  if (!/^[a-z][a-z0-9]*-\d+$/i.test(text))
    throw new Complaint('wrong usage', `${text} is no card: give a key such as ENG-12, or an id. tandem card search finds cards by words.`)
  return (await client.call('card.getByKey', { key: text })).card
}

/** A session by its id, or the newest one of a card. Throws Complaint. */
export async function findSession(client: Client, text: string): Promise<Session> {
  if (isId(text)) return client.call('session.get', { sessionId: text })
  const card = await findCard(client, text)
  const [newest] = await client.call('session.listForCard', { cardId: card.id, limit: 1 })
  if (!newest)
    throw new Complaint('not found', `No agent has worked on ${card.key} yet. tandem card delegate ${card.key} <agent> asks one to.`)
  return newest
}
