/**
 * How many attempts may be under way, so that a slow receiver never delays another subscription. Every subscription may have one; a
 * second to fourth only while half the room is free; those whose last attempt failed have one each and share a lane of their own.
 * Specification: reliability W6.
 */
export const limits = { overall: 64, perWebhook: 4, beforeExtras: 32, failing: 24 } as const

/** One that was deleted or switched off never works again: of the failing only so many are remembered, those that failed last. */
const mostFailing = 1_000

/** What a claim may take: `rooms` and `lanes` of the subscriptions that are not idle, and the room of each lane. */
export type Allowance = {
  room: number
  extraRoom: number
  failingRoom: number
  webhookIds: string[]
  rooms: number[]
  lanes: ('extra' | 'failing')[]
}

export type Lanes = {
  allowance(): Allowance
  enter(webhookId: string): void
  /** `worked` null = the attempt says nothing about the receiver. */
  leave(webhookId: string, worked: boolean | null): void
  /** Whether something due may have to wait for an attempt to end. */
  isShort(): boolean
}

export function createLanes(): Lanes {
  const underWay = new Map<string, number>()
  const failing = new Set<string>()
  let total = 0

  return {
    allowance() {
      const webhookIds = [...new Set([...underWay.keys(), ...failing])]
      return {
        room: limits.overall - total,
        extraRoom: Math.max(0, limits.beforeExtras - total),
        failingRoom: Math.max(0, limits.failing - failingUnderWay()),
        webhookIds,
        rooms: webhookIds.map((id) => Math.max(0, mostOf(id) - (underWay.get(id) ?? 0))),
        lanes: webhookIds.map((id) => (failing.has(id) ? 'failing' : 'extra')),
      }
    },
    enter(webhookId) {
      total += 1
      underWay.set(webhookId, (underWay.get(webhookId) ?? 0) + 1)
    },
    leave(webhookId, worked) {
      const count = underWay.get(webhookId) ?? 0
      total -= 1
      if (count > 1) underWay.set(webhookId, count - 1)
      else underWay.delete(webhookId)
      if (worked !== null) failing.delete(webhookId)
      if (worked === false) rememberFailing(webhookId)
    },
    isShort() {
      if (total >= limits.beforeExtras || failingUnderWay() >= limits.failing) return true
      return underWay.entries().some(([id, count]) => count >= mostOf(id))
    },
  }

  function rememberFailing(webhookId: string): void {
    failing.add(webhookId)
    const [oldest] = failing
    if (failing.size > mostFailing && oldest !== undefined) failing.delete(oldest)
  }

  function mostOf(webhookId: string): number {
    return failing.has(webhookId) ? 1 : limits.perWebhook
  }

  function failingUnderWay(): number {
    let count = 0
    for (const [id, attempts] of underWay) if (failing.has(id)) count += attempts
    return count
  }
}
