import type { OperationName } from '@tandem/contract'
import type { Logger } from 'pino'
import type { Database, Statement, Value } from '../db/database.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { LockedTarget } from '../kernel/mutate.ts'
import { inSpan } from '../tracing/spans.ts'

/** Acts of the service on due records, each under the lock of its board. */
export type DueAct = {
  /** The name of the spans. */
  name: string
  /** Selects at most `page` ids, without those that were acted on. */
  due: Statement<{ id: string }>
  page: number
  /** An operation that loads such a record by its id, and may record the verbs of the act. */
  operation: { name: OperationName; id: string }
  /** Checks again under the lock; false when there is nothing left to do. */
  act(tx: LockedTarget): Promise<boolean>
}

type Deps = { kernel: Kernel; database: Database; log: Logger }

/**
 * Page after page, each record once, until there is no page left or a page has only known ones: a record that fails, or has changed under
 * the lock, waits for the next run. Answers how many records were acted on, without those that another instance had acted on first.
 */
export async function actOnAll(deps: Deps, dueAct: DueAct, values: readonly Value[]): Promise<number> {
  const seen = new Set<string>()
  for (let total = 0; ; ) {
    const rows = await deps.database.rows(dueAct.due, values)
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    total += (await Promise.all(fresh.map(({ id }) => traced(deps, dueAct, id)))).filter(Boolean).length
    if (rows.length < dueAct.page || fresh.length === 0) return total
  }
}

function traced(deps: Deps, dueAct: DueAct, id: string): Promise<boolean> {
  return inSpan(dueAct.name, { isJob: true, attributes: { [`tandem.${dueAct.operation.id}`]: id } }, () => attempt(deps, dueAct, id))
}

async function attempt({ kernel, log }: Deps, { operation, act }: DueAct, id: string): Promise<boolean> {
  const input = { [operation.id]: id }
  let acted = false
  try {
    await kernel.actAsService(operation.name, input, async (tx) => {
      acted = await act(tx)
    })
    return acted
  } catch (error) {
    log.warn({ err: error, ...input }, 'the service could not do what is due; the next poll tries again')
    return false
  }
}
