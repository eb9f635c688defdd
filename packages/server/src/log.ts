import pino, { type Logger, type LoggerOptions, stdSerializers } from 'pino'
import type { Config } from './config.ts'
import type { QueryObserver } from './db/database.ts'
import { gatherLines } from './gathered-lines.ts'
import { lineForPeople } from './log-text.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Fields that hold secrets, at any depth. */
const secrets = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'ticket',
  'secret',
  'secrets',
  'signingSecret',
  'client_secret',
  'code_verifier',
  'inviteUrl',
  'x-signature',
  'x-signature-previous',
])
const censor = '[redacted]'
/** Our objects are not nested deeper. This also ends cycles. */
const deepest = 6

/** The form of every line. Secrets are removed by the formatter: pino's own redaction by paths costs a request 80 µs. */
export const logOptions = {
  formatters: { log: (line) => withoutSecrets(line, 1) as Record<string, unknown> },
  serializers: { err: withoutDetails },
} satisfies LoggerOptions

/** The output of the log: stdout, whose `isTTY` says whether people read it. */
export type LogOutput = { isTTY?: boolean; write(text: string): unknown }

export const isForPeople = ({ LOG_FORMAT }: Config, output: LogOutput): boolean =>
  (LOG_FORMAT ?? (output.isTTY ? 'text' : 'json')) === 'text'

/** Lines that wait for room, in bytes; beyond that they are dropped. */
const mostWaiting = 1_048_576

/**
 * The log of the service: lines of JSON for programs, or text for people. Where it goes to a file on a full disk, the service goes on, and
 * the log when there is room: without a listener the first failure would end the process.
 */
export function openLog(
  config: Config,
  output: LogOutput & NodeJS.WritableStream,
  environment: Readonly<Record<string, string | undefined>>,
): Logger {
  const options = { level: config.LOG_LEVEL, ...logOptions }
  if (!isForPeople(config, output)) {
    const destination = pino.destination({ fd: 1, sync: true, maxLength: mostWaiting })
    destination.on('error', () => {})
    return pino(options, gatherLines(destination))
  }
  output.on('error', () => {})
  const isColoured = output.isTTY === true && !environment.NO_COLOR
  return pino(options, {
    write(json) {
      const line = lineForPeople(json, isColoured)
      if (line !== null) output.write(line)
    },
  })
}

/** Returns the same object when it has no secrets. */
function withoutSecrets(value: object, depth: number): object {
  if (value instanceof Error || depth > deepest) return value
  let clean: Record<string, unknown> | undefined
  for (const [name, held] of Object.entries(value)) {
    const kept = secrets.has(name) && held !== undefined ? censor : isObject(held) ? withoutSecrets(held, depth + 1) : held
    if (kept === held) continue
    clean ??= { ...value }
    clean[name] = kept
  }
  return clean ?? value
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** PostgreSQL's details of an error quote values: an address that is taken, for one. */
function withoutDetails(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, ...rest } = stdSerializers.err(error)
  return rest
}

/** Enough to find statements in the source. They have parameters where values belong. */
const [mostStatements, longestText] = [8, 200]

/** Counts how long the database takes, and tells of statements, sent together, that take longer than SLOW_QUERY_MS. Specification: decisions §6. */
export function observeStatements(
  { SLOW_QUERY_MS: slowAfterMs }: Config,
  { log, metrics }: { log: Logger; metrics: Metrics },
): QueryObserver {
  return {
    slowAfterMs,
    waited: (tookMs) => metrics.databaseWait.observe(tookMs / 1_000),
    completed: (tookMs) => metrics.databaseSeconds.observe(tookMs / 1_000),
    slow(statements, tookMs) {
      metrics.slowStatements.add()
      const slowest = statements
        .slice(0, mostStatements)
        .map(({ name, text }) => `${name}: ${text.replaceAll(/\s+/g, ' ').slice(0, longestText)}`)
      log.warn({ durationMs: Math.round(tookMs), count: statements.length, statements: slowest }, 'slow statements')
    },
  }
}
