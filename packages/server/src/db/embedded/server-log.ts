import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const keptLines = 40
const worthForwarding = /^(WARNING|FATAL|PANIC):/
/** Messages to every client during a start or a stop that the supervisor itself reports. */
const expected = /the database system is|terminating connection due to administrator command/

/**
 * Reads the server's stderr to its end, forwards the lines that an operator should see, and
 * keeps the last ones for the message of a failed start.
 */
export function followServerLog(stderr: Readable, log: (line: string) => void): { lastLines: () => string } {
  const kept: string[] = []
  createInterface({ input: stderr }).on('line', (line) => {
    kept.push(line)
    if (kept.length > keptLines) kept.shift()
    if (worthForwarding.test(line) && !expected.test(line)) log(`postgres: ${line}`)
  })
  return { lastLines: () => kept.join('\n') }
}
