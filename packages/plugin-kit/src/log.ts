import pino, { type Logger, type LoggerOptions } from 'pino'

/** Keys of log entries that are redacted: credentials. The received bytes must not be logged either. */
const secretKeys = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'signingSecret',
  'secrets',
  'password',
  'privateKey',
  'rawBody',
  'headers',
]

const redact: LoggerOptions['redact'] = { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' }

/** Of an error its name, code, message and stack: libraries hang the whole request on theirs, authorization included. */
function plain(failure: unknown): unknown {
  if (!(failure instanceof Error)) return failure
  const { name, message, stack, cause } = failure
  const { code, status } = failure as { code?: unknown; status?: unknown }
  return { name, message, code, status, stack, ...(cause instanceof Error && { cause: cause.message }) }
}

export function createLog(level: string, type: string): Logger {
  return pino({ level, redact, base: { plugin: type }, serializers: { err: plain } })
}
