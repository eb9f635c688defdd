import type { Trace } from '../../tracing/w3c.ts'

/**
 * The traces of the latest acts on boards, so that their consequences a moment later belong to the same trace: deliveries of webhooks, runs
 * of rules. Kept in memory: consequences on another instance, or much later, begin traces of their own.
 */
export type Causes = {
  remember(activities: readonly Cause[]): void
  of(boardId: string, seq: number): Trace | undefined
}

type Cause = { boardId: string; seq: number; trace: Trace | undefined }

const mostRemembered = 20_000

export function createCauses(): Causes {
  const known = new Map<string, Trace>()
  return {
    remember(activities) {
      for (const { boardId, seq, trace } of activities) if (trace) keep(keyOf(boardId, seq), trace)
    },
    of: (boardId, seq) => (known.size === 0 ? undefined : known.get(keyOf(boardId, seq))),
  }

  function keep(key: string, trace: Trace): void {
    known.set(key, trace)
    if (known.size <= mostRemembered) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }
}

const keyOf = (boardId: string, seq: number): string => `${boardId}/${seq}`
