import type { Client } from '@tandem/client'
import { type InputOf, isStateConflict, TandemError } from '@tandem/contract'
import type { Output } from './output.ts'

/** Reports the output of a command to its session: the last line as progress, and all of it in batches as logs, both bounded. */
export type Report = {
  tick(): Promise<void>
  /** Reads the rest without reporting it: the session has ended. */
  read(): Promise<void>
  /** Reports the rest; resolves to the last lines, for a summary. */
  end(): Promise<string[]>
}

type ReportDeps = {
  client: Client
  sessionId: string
  output: Output
  /** Lines that were printed and reported before. */
  before: readonly string[]
  /** The silence in milliseconds after which the session gets a heartbeat. */
  heartbeatMs: number
  now: () => number
  onReported: () => Promise<void>
  onFailure: (error: unknown) => void
}

const progressEveryMs = 10_000
const logEveryMs = 5_000
/** After this many logs they are sent half as often, and so on. */
const logsUntilSlower = 25
const mostLogs = 200
const mostInLog = 8_000
const linesKept = 30
const longestNote = 280

export function createReport({ client, sessionId, output, before, heartbeatMs, now, onReported, onFailure }: ReportDeps): Report {
  const begunAt = now()
  const last = before.slice(-linesKept)
  let pending = ''
  let [omitted, bytesToldOf, logs] = [0, 0, 0]
  let [loggedAt, notedAt, saidAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, begunAt]
  let lastNote = ''

  return {
    async tick() {
      take(await output.read())
      await say()
      if (pending !== '' && now() - loggedAt >= logEveryMs * 2 ** Math.floor(logs / logsUntilSlower)) await flush()
      if (now() - saidAt >= heartbeatMs)
        await post({ op: 'log', payload: { type: 'alive', runningForSeconds: Math.round((now() - begunAt) / 1_000) } })
    },
    read: readRest,
    async end() {
      await readRest()
      // The end matters most: it is reported even if earlier reports failed.
      await say(true)
      if (pending !== '') await flush(true)
      return last
    },
  }

  async function readRest(): Promise<void> {
    for (let lines = await output.read(); lines.length > 0; lines = await output.read()) take(lines)
    take(output.rest())
  }

  function take(lines: readonly string[]): void {
    if (lines.length === 0) return
    last.push(...lines.slice(-linesKept))
    last.splice(0, last.length - linesKept)
    const all = `${pending}${lines.join('\n')}\n`
    // A cut within an emoji would leave invalid text.
    pending = all.slice(-mostInLog).toWellFormed()
    omitted += all.length - pending.length
  }

  async function say(isLast = false): Promise<void> {
    const note = last
      .findLast((line) => /[\p{L}\p{N}]{2}/u.test(line))
      ?.slice(0, longestNote)
      .toWellFormed()
    if (note === undefined || note === lastNote || (now() - notedAt < progressEveryMs && !isLast)) return
    ;[lastNote, notedAt] = [note, now()]
    await post({ op: 'progress', note })
    await post({ op: 'update', statusText: note })
  }

  async function flush(isLast = false): Promise<void> {
    loggedAt = now()
    if (logs >= mostLogs && !isLast) return
    const bytes = output.leftOut - bytesToldOf
    bytesToldOf = output.leftOut
    const payload = {
      type: 'output',
      text: pending,
      ...(omitted > 0 && { omittedCharacters: omitted }),
      ...(bytes > 0 && { omittedBytes: bytes }),
    }
    ;[pending, omitted] = ['', 0]
    logs += 1
    await post({ op: 'log', payload })
    await onReported()
  }

  async function post(event: Omit<InputOf<'session.post'>, 'sessionId'>): Promise<void> {
    saidAt = now()
    try {
      await client.call('session.post', { sessionId, ...event })
    } catch (error) {
      // Watchers of the session see that it has ended, or waits for a person to answer about its budget.
      if (isStateConflict(error) || (error instanceof TandemError && error.code === 'budget_exceeded')) return
      onFailure(error)
    }
  }
}
