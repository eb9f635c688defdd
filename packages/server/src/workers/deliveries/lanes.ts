/**
 * How many attempts may be under way, so that no receiver delays another subscription, on the same host or not. A subscription whose last
 * attempt failed or was slow belongs to the slow lane, one that was answered in time last to the proven one, and one of which nothing is
 * known, because it or this process is new, to the unproven one: to hang there keeps no subscription waiting that works. Each lane has
 * slots overall, for a person with all agents of theirs, and for a host. An exchange holds its slot for its first second only: one that
 * takes longer is late. It goes on outside the lanes, where it is counted for its own subscription alone; beyond `limits.late` of them one
 * is cut off. A subscription always may have one attempt; a second to fourth only while two thirds of the slots are free, and none while
 * it fails or is late. Specification: reliability W6.
 */
export const limits = {
  perWebhook: 4,
  proven: { overall: 40, perOwner: 24, perHost: 32 },
  unproven: { overall: 40, perOwner: 24, perHost: 32 },
  slow: { overall: 24, perOwner: 8, perHost: 16 },
  /** One socket each; with those of the lanes 512. */
  late: 408,
} as const

export const lanes = ['proven', 'unproven', 'slow'] as const
export type Lane = (typeof lanes)[number]

/** Of three parts of the slots, those that second to fourth attempts may take. */
export const partsForExtras = 2

/** An exchange that takes longer is late, and makes its subscription slow. */
export const slowAfterMs = 1_000

/** Of those in the slow lane, and of the proven ones: the last ones, because one that was deleted or switched off never comes again. */
const mostRemembered = 1_000

/** Of a receiver in its last exchange. */
export type Pace = 'fast' | 'slow' | 'failing'

/** An attempt under way, in the lane that it was claimed in. */
export type Slot = { webhookId: string; ownerId: string; host: string; lane: Lane }

/** What a claim has to keep to; an attempt of which `lane` is null is late. */
export type Allowance = {
  underWay: (Omit<Slot, 'lane'> & { lane: Lane | null })[]
  known: { webhookId: string; pace: Pace }[]
}

export type Lanes = {
  isFull(): boolean
  allowance(): Allowance
  enter(slot: Slot): void
  /** The attempt has been under way for `slowAfterMs`. Answers the late attempt to cut off, if there are too many. */
  turnLate(slot: Slot): Slot | null
  /** `pace` null = the attempt says nothing about the receiver. */
  leave(slot: Slot, pace: Pace | null): void
  /** Whether something due may have to wait for an attempt to end. */
  isShort(): boolean
}

export function createLanes(): Lanes {
  const inLanes = new Set<Slot>()
  const late = new Set<Slot>()
  const troubled = new Map<string, 'slow' | 'failing'>()
  const proven = new Set<string>()

  return {
    isFull: () => inLanes.size >= lanes.reduce((sum, lane) => sum + limits[lane].overall, 0),
    allowance: () => ({
      underWay: [...inLanes, ...Array.from(late, (slot) => ({ ...slot, lane: null }))],
      known: [
        ...Array.from(troubled, ([webhookId, pace]) => ({ webhookId, pace })),
        ...Array.from(proven, (webhookId) => ({ webhookId, pace: 'fast' as const })),
      ],
    }),
    enter(slot) {
      inLanes.add(slot)
    },
    turnLate(slot) {
      if (!inLanes.delete(slot)) return null
      late.add(slot)
      // Until it is known whether the receiver answers at all.
      if (troubled.get(slot.webhookId) !== 'slow') turnTroubled(slot.webhookId, 'failing')
      return late.size > limits.late ? oldestOfLargestShare(late) : null
    },
    leave(slot, pace) {
      inLanes.delete(slot)
      late.delete(slot)
      if (pace === 'fast') work(slot.webhookId)
      else if (pace !== null) turnTroubled(slot.webhookId, pace)
    },
    isShort() {
      const perLane = Map.groupBy(inLanes, ({ lane }) => lane)
      return lanes.some((lane) => isLaneShort(perLane.get(lane) ?? [], limits[lane])) || isAnyAtItsMost()
    },
  }

  /** After trouble it has to work twice: one that hangs every other time would hold slots of those that always work. */
  function work(webhookId: string): void {
    const wasTroubled = troubled.delete(webhookId)
    proven.delete(webhookId)
    if (!wasTroubled) proven.add(webhookId)
    forgetOldest(proven)
  }

  function turnTroubled(webhookId: string, pace: 'slow' | 'failing'): void {
    proven.delete(webhookId)
    troubled.delete(webhookId)
    troubled.set(webhookId, pace)
    forgetOldest(troubled)
  }

  function isAnyAtItsMost(): boolean {
    const perWebhook = Map.groupBy([...inLanes, ...late], ({ webhookId }) => webhookId)
    return perWebhook.entries().some(([id, slots]) => slots.length >= (troubled.get(id) === 'failing' ? 1 : limits.perWebhook))
  }
}

function forgetOldest(remembered: Map<string, unknown> | Set<string>): void {
  const [oldest] = remembered.keys()
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
}

/** Of the person who has most of them: who has few keeps them for their whole time. */
function oldestOfLargestShare(late: ReadonlySet<Slot>): Slot | null {
  const shares = Map.groupBy(late, ({ ownerId }) => ownerId).values()
  const [largest] = [...shares].toSorted((a, b) => b.length - a.length)
  return largest?.[0] ?? null
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
