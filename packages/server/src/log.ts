import type { LoggerOptions } from 'pino'

/** What never reaches a log line. */
export const redact: LoggerOptions['redact'] = {
  paths: [
    'authorization',
    'cookie',
    '*.authorization',
    '*.cookie',
    '*.password',
    '*.token',
    '*.secret',
    '*.signingSecret',
    '*.ticket',
    'req.headers.authorization',
    'req.headers.cookie',
  ],
  censor: '[redacted]',
}
