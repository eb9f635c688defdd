import type { Webhook } from '@tandem/contract'
import { onTestFinished } from 'vitest'
import { until } from '../../packages/server/test/kit/http.ts'
import type { TestService } from '../../packages/server/test/kit/service.ts'
import { type Answer, type Receiver, startReceiver } from '../../packages/server/test/webhooks/fixture/receiver.ts'
import { allowed } from './scenario.ts'
import type { Board, Who, World } from './world.ts'

export { until } from '../../packages/server/test/kit/http.ts'
export { type Answer, hangs, type Received, type Receiver } from '../../packages/server/test/webhooks/fixture/receiver.ts'

/** A receiver on loopback that gives these answers, the last one to all later requests. It is stopped after the test. */
export async function receive(...answers: Answer[]): Promise<Receiver> {
  const receiver = await startReceiver(...answers)
  onTestFinished(() => receiver.stop())
  return receiver
}

/** A subscription of Ada's to a board, with its receiver. */
export type Hook = {
  receiver: Receiver
  id: string
  secret: string
  /** The subscription as the board lists it. */
  shown(): Promise<Webhook>
  update(change: Record<string, unknown>): Promise<Webhook & { secret?: string | null | undefined }>
  verbs(): string[]
  heard(count: number): Promise<void>
}

export async function hook(world: World, board: Board, events: string[], ...answers: Answer[]): Promise<Hook> {
  const receiver = await receive(...answers)
  const { webhook } = await allowed(world.ada, 'webhook.create', { boardId: board.id, url: receiver.url, events })
  const { id } = webhook
  return {
    receiver,
    id,
    secret: webhook.secret ?? '',
    async shown() {
      const found = (await allowed(world.ada, 'webhook.list', { boardId: board.id })).find((one) => one.id === id)
      if (!found) throw new Error('the board lists no such webhook')
      return found
    },
    update: (change) => allowed(world.ada, 'webhook.update', { boardId: board.id, webhookId: id, ...change }),
    verbs: () => receiver.received.map(({ body }) => body.verb),
    heard: (count) => heard(receiver, count),
  }
}

/** A subscription of an agent to its own session events, with its receiver. */
export async function actorHook(
  who: Who,
  events: string[],
  ...answers: Answer[]
): Promise<{ receiver: Receiver; webhook: Webhook & { secret: string | null } }> {
  const receiver = await receive(...answers)
  const { webhook } = await allowed(who, 'actorWebhook.create', { actorId: who.actorId, url: receiver.url, events })
  return { receiver, webhook }
}

export async function heard(receiver: Receiver, count: number): Promise<void> {
  await until(() => receiver.received.length >= count)
}

/** Makes the cards and waits until every one of them was tried and has failed for good; the receiver answers with a 4xx. */
export async function failTimes(board: Board, hooked: Hook, count: number): Promise<void> {
  const before = hooked.receiver.received.length
  const streak = (await hooked.shown()).consecutiveFailures
  for (let n = 0; n < count; n++) await board.card()
  await hooked.heard(before + count)
  await until(async () => (await hooked.shown()).consecutiveFailures === streak + count)
}

/**
 * Waits until the attempt under way has failed and the next one is due in `plannedMs`, give or take 20 %; no lease of an attempt is that
 * long. Returns the milliseconds until it is due. For a clock that stands still.
 */
export async function waitAhead({ database, clock }: TestService, webhookId: string, plannedMs: number): Promise<number> {
  const next = `select next_attempt_at from deliveries where webhook_id = $1 and state = 'pending'`
  return until(async () => {
    const { rows } = await database.pool.query(next, [webhookId])
    const waitMs = rows[0] ? Date.parse(rows[0].next_attempt_at) - clock.now() : 0
    return waitMs >= 0.8 * plannedMs && waitMs <= 1.2 * plannedMs ? waitMs : null
  })
}

/** Lets the service answer some requests. In that time it could make the mistake that the test looks for. */
export async function aWhile({ anonymous }: TestService): Promise<void> {
  for (let n = 0; n < 30; n++) await anonymous.get('/health')
}
