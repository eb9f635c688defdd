/**
 * Concurrency limits: how many attempts may be under way, so that no receiver delays another subscription, on the same host or not. A
 * subscription whose last attempt failed or was slow belongs to the slow pool; one whose last attempt was answered in time to the proven
 * one; an unknown one, because it or this process is new, to the unproven one: a hanging receiver there delays no subscription that works.
 * Each pool limits the attempts overall, those of a person with all their agents and the integrations that they installed, and those to a
 * host. A person who has none in a pool has the first beyond these limits: otherwise others could fill the pool and make them wait. An
 * attempt counts for its first second only: one that takes longer is late. It goes on outside the pools, where it counts for its own
 * subscription alone, and is aborted when another needs its socket. A subscription always may have one attempt; a second to fourth only
 * while two thirds of a limit are free, and none while it fails, is late, or is unknown. Specification: reliability W6.
 */
export const limits = {
  perWebhook: 4,
  proven: { overall: 40, perOwner: 24, perHost: 32, mostFirsts: 48 },
  /** A person may begin with three boards full at once; each subscription has one attempt, so a host needs no limit. */
  unproven: { overall: 120, perOwner: 60, perHost: 120, mostFirsts: 64 },
  slow: { overall: 24, perOwner: 8, perHost: 16, mostFirsts: 32 },
  /** One socket each. The pools take at most 328 of them, including each person's first; late attempts have the others. */
  mostTogether: 512,
} as const

export const pools = ['proven', 'unproven', 'slow'] as const
export type Pool = (typeof pools)[number]

/** How many thirds of a limit second to fourth attempts may take. */
export const partsForExtras = 2

/** An exchange that takes longer is late, and makes its subscription slow. */
export const slowAfterMs = 1_000

/** What one attempt sends in a row lasts about so long and has about so many octets, by its last delivery, and is at most so many. */
const [runMs, runOctets, longestRun] = [100, 262_144, 16]

/** Subscriptions in the slow pool, and in the proven one: the last ones, because one that was deleted or switched off never comes again. */
const mostRemembered = 1_000

/** How a receiver answered in its last exchange. */
export type Pace = 'fast' | 'slow' | 'failing'

/** How a receiver did in an exchange, in which time, with a body of so many octets; `pace` null = this says nothing about the receiver. */
export type Lasting = { pace: Pace | null; tookMs: number; octets: number }

/** An attempt under way, with the keys of its limits and the pool that it was claimed for. */
export type PoolEntry = { webhookId: string; ownerId: string; host: string; pool: Pool }

/** The limits of a claim; an attempt of which `pool` is null is late. */
export type Allowance = {
  underWay: (Omit<PoolEntry, 'pool'> & { pool: Pool | null })[]
  /** `each`: how many deliveries an attempt may send one after the other. */
  known: { webhookId: string; pace: Pace; each?: number }[]
}

export type Pools = {
  isFull(): boolean
  allowance(): Allowance
  /** Returns the late attempt to abort, if there are too many together. */
  enter(entry: PoolEntry): PoolEntry | null
  /** The attempt has been under way for `slowAfterMs`. */
  markLate(entry: PoolEntry): void
  /** `last`: its last exchange. */
  leave(entry: PoolEntry, last: Lasting): void
  /** Whether something due may have to wait for an attempt to end. */
  isShort(): boolean
}

export function createPools(): Pools {
  const inPools = new Set<PoolEntry>()
  const late = new Set<PoolEntry>()
  /** Aborted, until they have ended: each makes room once. */
  const ending = new Set<PoolEntry>()
  const troubled = new Map<string, 'slow' | 'failing'>()
  /** With the number of deliveries that an attempt may send. */
  const proven = new Map<string, number>()

  return {
    isFull: () => inPools.size >= pools.reduce((sum, pool) => sum + limits[pool].overall + limits[pool].mostFirsts, 0),
    allowance: () => ({
      underWay: [...inPools, ...Array.from([...late, ...ending], (entry) => ({ ...entry, pool: null }))],
      known: [
        ...Array.from(troubled, ([webhookId, pace]) => ({ webhookId, pace })),
        ...Array.from(proven, ([webhookId, each]) => ({ webhookId, pace: 'fast' as const, each })),
      ],
    }),
    enter(entry) {
      inPools.add(entry)
      if (inPools.size + late.size <= limits.mostTogether) return null
      const aborted = oldestOfLargestShare(late)
      if (aborted) {
        late.delete(aborted)
        ending.add(aborted)
      }
      return aborted
    },
    markLate(entry) {
      if (!inPools.delete(entry)) return
      late.add(entry)
      // The receiver counts as failing until it is known whether it answers.
      if (troubled.get(entry.webhookId) !== 'slow') markTroubled(entry.webhookId, 'failing')
    },
    leave(entry, last) {
      const { pace } = last
      inPools.delete(entry)
      late.delete(entry)
      ending.delete(entry)
      if (pace === 'fast') work(entry.webhookId, last)
      else if (pace !== null) markTroubled(entry.webhookId, pace)
    },
    isShort() {
      const byPool = Map.groupBy(inPools, ({ pool }) => pool)
      return pools.some((pool) => isPoolShort(byPool.get(pool) ?? [], limits[pool])) || isAnyAtItsMost()
    },
  }

  /** After trouble it has to work twice: a receiver that hangs every other time would take the place of those that always work. */
  function work(webhookId: string, { tookMs, octets }: Lasting): void {
    const wasTroubled = troubled.delete(webhookId)
    // Doubled each time: a receiver that refuses now and then would have most of a long run handed back.
    const before = proven.get(webhookId) ?? 0
    proven.delete(webhookId)
    const fitting = Math.min(longestRun, Math.floor(runMs / Math.max(1, tookMs)), Math.floor(runOctets / Math.max(1, octets)))
    if (!wasTroubled) proven.set(webhookId, Math.max(1, Math.min(2 * before, fitting)))
    forgetOldest(proven)
  }

  function markTroubled(webhookId: string, pace: 'slow' | 'failing'): void {
    proven.delete(webhookId)
    troubled.delete(webhookId)
    troubled.set(webhookId, pace)
    forgetOldest(troubled)
  }

  function isAnyAtItsMost(): boolean {
    const perWebhook = Map.groupBy([...inPools, ...late, ...ending], ({ webhookId }) => webhookId)
    return perWebhook.entries().some(([id, entries]) => entries.length >= mostOf(id))
  }

  function mostOf(webhookId: string): number {
    return proven.has(webhookId) || troubled.get(webhookId) === 'slow' ? limits.perWebhook : 1
  }
}

function forgetOldest(remembered: Map<string, unknown>): void {
  const [oldest] = remembered.keys()
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
}

/** The oldest late attempt of the person who has the most of them, so that others keep theirs for the whole time. */
function oldestOfLargestShare(late: ReadonlySet<PoolEntry>): PoolEntry | null {
  const shares = Map.groupBy(late, ({ ownerId }) => ownerId).values()
  const [largest] = [...shares].toSorted((a, b) => b.length - a.length)
  return largest?.[0] ?? null
}

type PoolLimits = { overall: number; perOwner: number; perHost: number }

function isPoolShort(entries: readonly PoolEntry[], most: PoolLimits): boolean {
  const mostOf = (key: 'ownerId' | 'host') =>
    Math.max(
      0,
      ...Map.groupBy(entries, (entry) => entry[key])
        .values()
        .map(({ length }) => length),
    )
  return (
    wantsForExtras(entries.length, most.overall) ||
    wantsForExtras(mostOf('ownerId'), most.perOwner) ||
    wantsForExtras(mostOf('host'), most.perHost)
  )
}

function wantsForExtras(taken: number, most: number): boolean {
  return taken > 0 && (taken + 1) * 3 > most * partsForExtras
}
