import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type PluginProcess, startPluginProcess } from './plugin-process.ts'

/** `kill -9` in the middle of a burst. */
export type KilledWhile = {
  /** The main file of the plugin. */
  main: string
  environment: Record<string, string>
  /** Sends the burst, and says `taken` whenever one of it was answered as taken. */
  send: (taken: () => void) => Promise<unknown>
  /** It is killed, and started again, each time when that many were taken: the others meet a plugin that is not there. */
  killAfter: readonly number[]
  /** All is sent, and so much of it has been acted on: then it is killed once more. */
  isHalfDone: () => boolean | Promise<boolean>
}

/** Resolves with the process that runs in the end. */
export async function killedWhile({ main, environment, send, killAfter, isHalfDone }: KilledWhile): Promise<PluginProcess> {
  let running = startPluginProcess(main, environment)
  const killAndStart = (): Promise<PluginProcess> => {
    running = running.then(async (plugin) => {
      await plugin.kill()
      return startPluginProcess(main, environment)
    })
    return running
  }
  await running
  let count = 0
  await send(() => {
    if (killAfter.includes(++count)) void killAndStart()
  })
  await running
  while (!(await isHalfDone())) await wait(5)
  return killAndStart()
}

/**
 * A burst for `killedWhile`: sequences run concurrently, each in its order. Every fourth one delivers everything twice under the same id, as
 * a sender without confirmation does. `deliver` resolves once the plugin has accepted it.
 */
export const inSequences =
  <Delivery>(
    sequences: readonly (readonly Delivery[])[],
    deliver: (delivery: Delivery, id: string) => Promise<unknown>,
  ): KilledWhile['send'] =>
  (taken) =>
    Promise.all(
      sequences.map(async (sequence, at) => {
        for (const delivery of sequence) {
          const id = randomUUID()
          await deliver(delivery, id)
          taken()
          if (at % 4 === 0) await deliver(delivery, id)
        }
      }),
    )
