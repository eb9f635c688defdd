import { randomBytes } from 'node:crypto'

/** An activity of a board and a card that do not exist, so that a receiver that acts on it changes nothing. */
export function activityOf(differs: { verb?: string; payload?: object } = {}): object {
  return {
    id: newId(),
    boardId: newId(),
    seq: 1,
    cardId: newId(),
    actorId: newId(),
    verb: 'comment.added',
    payload: { commentId: newId(), body: 'A delivery of tandem conformance webhook.' },
    createdAt: new Date().toISOString(),
    ...differs,
  }
}

/** The body that `POST …/ping` sends. */
export const ping = (): object => ({ ...activityOf({ verb: 'ping', payload: { webhookId: newId() } }), seq: 0, cardId: null })

/** A UUIDv7, as the service creates them. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = randomBytes(10).toString('hex')
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`, `${variant}${random.slice(4, 7)}`, random.slice(7, 19)].join('-')
}
