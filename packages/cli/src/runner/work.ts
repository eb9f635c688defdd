import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type InputOf, isStateConflict, TandemError } from '@tandem/contract'
import { begin, type Running } from './begin.ts'
import { hasToFinish, untilAnswered } from './budget-wait.ts'
import { createEnding, type Why } from './ending.ts'
import { createLease, fenced } from './lease.ts'
import { linesBefore, openOutput, readBefore } from './output.ts'
import { leave } from './place.ts'
import type { Reader } from './printed/reader.ts'
import { isAlive, type ProcessMark, signalGroup } from './process.ts'
import { redactor } from './redact.ts'
import { createReport } from './report.ts'
import { isOfAnother, readSession, type Seen, wasAskedToStop } from './session-watch.ts'
import { type Folder, type Kept, removeFolder, writeKept } from './state.ts'
import { createUsageReport } from './usage-report.ts'

export type Setting = Running & {
  heartbeatMs: number
  killAfterMs: number
  /** Aborted when the runner has to end at once. */
  leaving: AbortSignal
  /** Whether the session has had an event since the last call. */
  nudged: (sessionId: string) => boolean
  note: (text: string) => void
}

export type Outcome = {
  /** `elsewhere` = the command or a person has ended it. */
  state: 'done' | 'error' | 'elsewhere'
  text: string
  /** The directory of the work; null if it was removed. */
  directory: string | null
}

type Ended = Pick<Outcome, 'state' | 'text'>

/** The polling intervals of the command and of its session. A live event also triggers a read of the session. */
const pollEveryMs = 200
const askEveryMs = 10_000
/** The time that a command has to exit after it has ended its session itself. */
const windUpMs = 60_000
const longestSummary = 18_000
const longestReason = 1_900
/** The only conflict that remains possible is a lock that was not available in time. */
const passing: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'internal', 'conflict'])
const tryAgainMs = 2_000

/**
 * Works on a claimed session until it ends, and continues from where an earlier runner stopped. Throws if it cannot report the end to the
 * service.
 */
export async function work(given: Setting, folder: Folder, kept: Kept): Promise<Outcome> {
  const setting = { ...given, client: fenced(given.client, kept.generation) }
  const ended = await workedOut(setting, folder, kept)
  const left = kept.place && (await leave(kept.place).catch(() => 'kept'))
  await removeFolder(folder)
  return { ...ended, directory: left === 'kept' ? (kept.place?.directory ?? null) : null }
}

async function workedOut(setting: Setting, folder: Folder, kept: Kept): Promise<Ended> {
  try {
    if (kept.command === null) {
      const session = await untilAnswered({ ...setting, sessionId: kept.sessionId })
      if (session === null) return elsewhere('it waits for an answer about its budget')
      if (isOver(session.state)) return elsewhere(session.state)
      if (isOfAnother(session, kept.generation)) return elsewhere('claimed by another process')
      if (await wasAskedToStop(setting.client, kept.sessionId)) return tell(setting, kept.sessionId, stopped('a person requested it'))
      if (hasToFinish(session)) return tell(setting, kept.sessionId, { op: 'complete', summary: finished })
      await begin(setting, folder, session, kept)
    }
    if (kept.command === null) throw new Error('it was not started')
    return await follow(setting, folder, kept, kept.command)
  } catch (error) {
    if (error instanceof Unreachable) throw error
    if (kept.command && (await isAlive(kept.command))) signalGroup(kept.command, 'SIGKILL')
    const reason = `The command could not be run: ${error instanceof Error ? error.message : String(error)}`
    return tell(setting, kept.sessionId, { op: 'fail', reason })
  }
}

async function follow(setting: Setting, folder: Folder, kept: Kept, command: ProcessMark): Promise<Ended> {
  const redact = redactor({ ...process.env, TANDEM_TOKEN: setting.token })
  const reader = setting.profile?.reader?.()
  const output = openOutput(folder.files.output, { from: kept.reported, redact, translate: reader?.read })
  const before =
    kept.reported === 0
      ? []
      : await linesBefore(folder.files.output, kept.reported, { redact, translate: setting.profile?.reader?.().read })
  const usage = await usageOf(setting, folder, kept, reader)
  const report = createReport({
    before,
    client: setting.client,
    sessionId: kept.sessionId,
    output,
    heartbeatMs: setting.heartbeatMs,
    now: () => performance.now(),
    onReported() {
      kept.reported = output.offset
      return writeKept(folder, kept)
    },
    onFailure: (error) => setting.note(`${kept.cardKey}: ${String(error)}`),
  })
  const { why, state, wasAlive } = await untilEnded(setting, kept, command, async () => {
    await report.tick()
    await usage?.tick()
  })
  // All processes of the command end with it. The id of one that ended earlier may belong to another program now.
  if (wasAlive) signalGroup(command, 'SIGKILL')
  if (state !== null) {
    // The program may report its usage at the very end; it counts even if another process has the session by now.
    await report.read()
    await usage?.tick(true)
    return elsewhere(state)
  }
  const last = await report.end()
  await usage?.tick(true)
  if (why !== null) return tell(setting, kept.sessionId, stopped(why))
  return tell(setting, kept.sessionId, await resultOf(folder, { last, answer: reader?.answer ?? null, redact }))
}

/** Usage that an earlier runner has reported is not reported again. Others may have reported more to the session. */
async function usageOf({ client, note }: Setting, folder: Folder, kept: Kept, reader: Reader | undefined) {
  const { sessionId, cardKey, reported } = kept
  if (!reader) return undefined
  if (reported > 0) await readBefore(folder.files.output, reported, reader)
  return createUsageReport({
    client,
    sessionId,
    used: () => reader.used,
    before: kept.usage,
    keep(usage) {
      kept.usage = usage
      return writeKept(folder, kept)
    },
    now: () => performance.now(),
    onFailure: (error) => note(`${cardKey}: ${String(error)}`),
  })
}

/** Resolves when the command no longer runs: the reason why it was ended, and the state of a session that has ended otherwise. */
async function untilEnded(setting: Setting, kept: Kept, command: ProcessMark, tick: () => Promise<void>) {
  const ending = createEnding(command, setting.killAfterMs)
  const { sessionId, generation } = kept
  const lease = createLease(setting.client, {
    sessionId,
    generation,
    now: () => performance.now(),
    onFailure: (error) => setting.note(`${kept.cardKey}: ${String(error)}`),
  })
  let seen: Seen = { state: 'working', isAskedToStop: false, since: kept.since ?? '' }
  let askedAt = Number.NEGATIVE_INFINITY
  let wasAlive = false
  while (await isAlive(command)) {
    wasAlive = true
    if (!isOver(seen.state)) await tick()
    await lease.tick()
    if (lease.isLost()) seen = { ...seen, state: 'gone' }
    if (setting.nudged(kept.sessionId) || performance.now() - askedAt >= askEveryMs) {
      askedAt = performance.now()
      seen = await pollAgain(setting, kept, seen)
    }
    if (setting.leaving.aborted) ending.now('the runner was stopped')
    else if (seen.isAskedToStop) ending.now('a person requested it')
    else if (isOver(seen.state)) ending.within(seen.state === 'done' ? windUpMs : setting.killAfterMs, 'the session has ended')
    ending.tick()
    await wait(pollEveryMs)
  }
  seen = await pollAgain(setting, kept, seen)
  return { wasAlive, why: ending.why(), state: isOver(seen.state) ? seen.state : null }
}

async function pollAgain({ client, note }: Setting, { sessionId, generation }: Kept, before: Seen): Promise<Seen> {
  try {
    const seen = await readSession(client, sessionId, { since: before.since, generation })
    return { ...seen, isAskedToStop: before.isAskedToStop || seen.isAskedToStop }
  } catch (error) {
    note(String(error))
    // An outage is temporary: the command continues.
    return before
  }
}

type Said = { last: readonly string[]; answer: string | null; redact: (text: string) => string }

async function resultOf({ files }: Folder, { last, answer, redact }: Said): Promise<Telling> {
  const code = (await readFile(files.exit, 'utf8').catch(() => '')).trim()
  const said = last.join('\n')
  if (code === '0') {
    const written = redact(await readFile(files.summary, 'utf8').catch(() => '')).trim()
    return {
      op: 'complete',
      summary: (written || redact(answer ?? '').trim() || said || 'The command succeeded and printed nothing.')
        .slice(-longestSummary)
        .toWellFormed(),
    }
  }
  const what = code === '' ? 'The command was killed.' : `The command ended with exit code ${code}.`
  return { op: 'fail', reason: `${what}${said === '' ? '' : `\n${said.slice(-longestReason + what.length + 1)}`}` }
}

type Telling = { op: 'complete'; summary: string } | { op: 'fail'; reason: string }

const stopped = (why: Why): Telling => ({ op: 'fail', reason: `Stopped: ${why}.` })

/** The service cannot be reached, and this runner has to stop: the next one reports the end. */
class Unreachable extends Error {}

/** Reports the end, with retries until it succeeds. */
async function tell({ client, leaving, note }: Setting, sessionId: string, telling: Telling): Promise<Ended> {
  const event: InputOf<'session.post'> = {
    sessionId,
    clientMutationId: crypto.randomUUID(),
    ...(telling.op === 'fail' ? { op: 'fail', reason: telling.reason.slice(0, longestReason).toWellFormed() } : telling),
  }
  for (;;) {
    try {
      const { session } = await client.call('session.post', event)
      return telling.op === 'fail' ? { state: 'error', text: telling.reason } : { state: 'done', text: session.summary ?? '' }
    } catch (error) {
      if (isStateConflict(error)) return elsewhere('the session has ended')
      if (!(error instanceof TandemError && passing.has(error.code))) return { state: 'error', text: String(error) }
      if (leaving.aborted) throw new Unreachable(error.message)
      note(`${error.message} Retrying.`)
      await wait(tryAgainMs, undefined, { signal: leaving }).catch(() => {})
    }
  }
}

const isOver = (state: Seen['state']): boolean => state === 'done' || state === 'error' || state === 'gone'
const finished = 'The budget was used up before the command started, and a person chose to finish. The command was not run.'
const elsewhere = (state: string): Ended => ({ state: 'elsewhere', text: `Ended elsewhere: ${state}.` })
