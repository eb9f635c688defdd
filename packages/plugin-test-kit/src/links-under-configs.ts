import { setTimeout as wait } from 'node:timers/promises'
import type { PluginWorld } from './world.ts'

/**
 * How many links a card has after each of four events: under the config that the plugin of a code host was installed with, under another one
 * that grants what the events tell, disabled, and active again. `linksAfter` sends an event and counts; the other config is asked for until it
 * links. Throws when the plugin does not hear of a change.
 */
export async function linksUnderConfigs(
  { integration, states }: Pick<PluginWorld, 'integration' | 'states'>,
  config: Record<string, unknown>,
  linksAfter: () => Promise<number>,
): Promise<number[]> {
  const counts = [await linksAfter()]
  await integration().change({ config })
  counts.push(await patiently('the new config', linksAfter))
  for (const status of ['disabled', 'active'] as const) {
    await integration().change({ status })
    await patiently(status, async () => states()[0] === status)
    counts.push(await linksAfter())
  }
  return counts
}

const patienceMs = 60_000

async function patiently<T>(what: string, ask: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 20) {
    const answer = await ask()
    if (answer) return answer
    await wait(20)
  }
  throw new Error(`the plugin does not hear of it: ${what}`)
}
