/**
 * How many attempts may be under way, so that a receiver that is slow, or a person who has many of them, never delays another subscription.
 * A subscription whose last attempt failed or was slow takes the slow lane, and each lane has slots of its own: overall, for a person with
 * all agents of theirs, and for a host. Every subscription may have one attempt; a second to fourth only while two thirds of the slots are
 * not taken, and none while it fails. A person has more in the fast lane than a board has subscriptions: what is not known yet to be slow
 * must not take all of it. Specification: reliability W6.
 */
export const limits = {
  perWebhook: 4,
  fast: { overall: 40, perOwner: 24, perHost: 6 },
  slow: { overall: 24, perOwner: 8, perHost: 2 },
} as const

/** Of three parts of the slots, those that second to fourth attempts may take. */
export const partsForExtras = 2

/** An exchange that takes longer makes its subscription slow. */
export const slowAfterMs = 1_000

/** One that was deleted or switched off never works again: of those in the slow lane only so many are remembered, the last ones. */
const mostRemembered = 1_000

/** Of a receiver in its last exchange. */
export type Pace = 'fast' | 'slow' | 'failing'

/** An attempt under way. */
export type Slot = { webhookId: string; ownerId: string; host: string; slow: boolean }

/** What a claim has to keep to. */
export type Allowance = { underWay: Slot[]; slow: { webhookId: string; failing: boolean }[] }

export type Lanes = {
  isFull(): boolean
  allowance(): Allowance
  enter(slot: Slot): void
  /** `pace` null = the attempt says nothing about the receiver. */
  leave(slot: Slot, pace: Pace | null): void
  /** Whether something due may have to wait for an attempt to end. */
  isShort(): boolean
}

export function createLanes(): Lanes {
  const underWay = new Set<Slot>()
  const paces = new Map<string, 'slow' | 'failing'>()

  return {
    isFull: () => underWay.size >= limits.fast.overall + limits.slow.overall,
    allowance: () => ({
      underWay: [...underWay],
      slow: Array.from(paces, ([webhookId, pace]) => ({ webhookId, failing: pace === 'failing' })),
    }),
    enter(slot) {
      underWay.add(slot)
    },
    leave(slot, pace) {
      underWay.delete(slot)
      if (pace !== null) paces.delete(slot.webhookId)
      if (pace === 'slow' || pace === 'failing') remember(slot.webhookId, pace)
    },
    isShort() {
      const [slow, fast] = [true, false].map((lane) => [...underWay].filter((slot) => slot.slow === lane))
      return isLaneShort(slow ?? [], limits.slow) || isLaneShort(fast ?? [], limits.fast) || isAnyAtItsMost()
    },
  }

  function remember(webhookId: string, pace: 'slow' | 'failing'): void {
    paces.set(webhookId, pace)
    const [oldest] = paces.keys()
    if (paces.size > mostRemembered && oldest !== undefined) paces.delete(oldest)
  }

  function isAnyAtItsMost(): boolean {
    const perWebhook = Map.groupBy(underWay, ({ webhookId }) => webhookId)
    return perWebhook.entries().some(([id, slots]) => slots.length >= (paces.get(id) === 'failing' ? 1 : limits.perWebhook))
  }
}

type LaneLimits = { overall: number; perOwner: number; perHost: number }

function isLaneShort(slots: readonly Slot[], most: LaneLimits): boolean {
  const mostOf = (key: 'ownerId' | 'host') =>
    Math.max(
      0,
      ...Map.groupBy(slots, (slot) => slot[key])
        .values()
        .map(({ length }) => length),
    )
  return (
    wantsForExtras(slots.length, most.overall) ||
    wantsForExtras(mostOf('ownerId'), most.perOwner) ||
    wantsForExtras(mostOf('host'), most.perHost)
  )
}

function wantsForExtras(taken: number, most: number): boolean {
  return taken > 0 && (taken + 1) * 3 > most * partsForExtras
}
