import type { Clock } from '../../../kernel/common/clock.ts'
import type { Authenticator } from '../../../kernel/identity/authenticate.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'
import { createConcurrencyLimit } from '../../../kernel/limits/concurrency-limit.ts'

type Renewed = Authenticator['renewed']

/** Connections to the database that those who listen and wait may take from the requests. */
const mostAtOnce = 2
/** Between two questions for one credential. */
const restMs = 100

/**
 * Asks what credentials reach now, once for all the streams and waits of each: a busy board wakes all of them with every activity.
 * A look-up that began before a caller asked is not reused for it: the event that made it ask may have changed the answer.
 */
export function createRenewals(clock: Clock, renewed: Renewed): Renewed {
  const inTurn = createConcurrencyLimit(mostAtOnce)
  /** Look-ups that have not begun. */
  const next = new Map<string, Promise<Principal | null>>()
  const rests = new Map<string, Promise<unknown>>()

  return (principal) => {
    const { id } = principal.credential
    const asked = next.get(id) ?? ask(principal)
    next.set(id, asked)
    return asked
  }

  async function ask(principal: Principal): Promise<Principal | null> {
    const { id } = principal.credential
    await rests.get(id)
    return inTurn(() => {
      next.delete(id)
      const answer = renewed(principal)
      rest(id, answer)
      return answer
    })
  }

  function rest(id: string, answer: Promise<unknown>): void {
    const over = Promise.allSettled([answer, new Promise<void>((resolve) => clock.after(restMs, resolve))]).then(() => {
      if (rests.get(id) === over) rests.delete(id)
    })
    rests.set(id, over)
  }
}
