import { inSequences, killedWhile } from './killed.ts'
import { startPluginProcess } from './plugin-process.ts'
import type { PluginWorld } from './world.ts'

type World = Pick<PluginWorld, 'card' | 'cards' | 'environment' | 'idle' | 'integration' | 'links' | 'verbs'>

type CodeHostBurst<Delivery> = {
  /** The main file of the plugin. */
  main: string
  /** The events of the pull request with that number, which names the card. */
  eventsOf(key: string, number: number): Delivery[]
  /** Resolves once the plugin has accepted it. */
  deliver(delivery: Delivery, id: string): Promise<unknown>
  /** The numbers of the pull requests that the plugin has commented on, one for each comment. */
  commentedOn(): number[]
}

const [pulls, firstNumber] = [40, 500]

/**
 * The effects of a code host's plugin on 40 cards after it was killed three times in the middle of a burst, and everything was delivered
 * again until it was accepted. Verbs are sorted, without those of links and of moves.
 */
export async function codeHostBurst<Delivery>(world: World, { main, eventsOf, deliver, commentedOn }: CodeHostBurst<Delivery>) {
  const cards = await world.cards(pulls)
  const sequences = cards.map(({ key }, at) => eventsOf(key, firstNumber + at))
  const plugin = await killedWhile({
    main,
    environment: world.environment,
    killAfter: [30, 120],
    isHalfDone: () => commentedOn().length >= pulls / 2,
    send: inSequences(sequences, deliver),
  })
  await world.idle()
  const done = []
  for (const [at, { id, key }] of cards.entries()) {
    const number = firstNumber + at
    const verbs = (await world.verbs(id)).filter((verb) => verb !== 'card.linked' && verb !== 'card.updated').toSorted()
    done.push({ key, number, verbs, links: await world.links(id), comments: commentedOn().filter((one) => one === number).length })
  }
  return { events: sequences.flat().length, done, exitCode: await plugin.stop() }
}

/**
 * The output of a plugin until it has noticed that it was uninstalled. `fails` makes it log failures, `hears` makes an event by which it
 * notices.
 */
export async function untilUninstalled(
  world: World,
  main: string,
  fails: (key: string) => Promise<unknown>,
  hears: () => Promise<unknown>,
) {
  const plugin = await startPluginProcess(main, { ...world.environment, LOG_LEVEL: 'trace' })
  await fails((await world.card()).key)
  await world.idle()
  const before = plugin.output()
  await world.integration().uninstall()
  await hears()
  return { exitCode: await plugin.exited, before, output: plugin.output() }
}
