import { type ProcessMark, signalGroup } from './process.ts'

export type Why = 'a person requested it' | 'the session has ended' | 'the runner was stopped'

/** Asks the command to end, once, and kills it after a timeout. */
export function createEnding(command: ProcessMark, killAfterMs: number) {
  let [why, askAt, killAt]: [Why | null, number, number] = [null, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const within = (ms: number, because: Why): void => {
    why ??= because
    askAt = Math.min(askAt, performance.now() + ms)
  }
  return {
    why: () => why,
    within,
    now: (because: Why) => within(0, because),
    tick() {
      const now = performance.now()
      if (now >= killAt) signalGroup(command, 'SIGKILL')
      else if (now >= askAt && killAt === Number.POSITIVE_INFINITY) {
        signalGroup(command, 'SIGTERM')
        killAt = now + killAfterMs
      }
    },
  }
}
