import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { isForPeople, logOptions } from '../../src/log.ts'
import { lineForPeople } from '../../src/log-text.ts'

function shown(write: (log: pino.Logger) => void, isColoured = false): string {
  const lines: (string | null)[] = []
  write(pino({ level: 'trace', ...logOptions }, { write: (json) => void lines.push(lineForPeople(json, isColoured)) }))
  return lines.join('')
}

test('a terminal has text and everything else JSON, unless LOG_FORMAT says otherwise', { meta: { proves: ['ops.log.format'] } }, () => {
  const forPeople = (LOG_FORMAT: string | undefined, isTTY: boolean) => isForPeople(readConfig({ LOG_FORMAT }), { isTTY, write: () => {} })
  expect([forPeople(undefined, true), forPeople(undefined, false)]).toEqual([true, false])
  expect([forPeople('json', true), forPeople('text', false)]).toEqual([false, true])
  expect(() => readConfig({ LOG_FORMAT: 'xml' })).toThrow('LOG_FORMAT: must be text or json')
})

test('a line has the time, the words and the fields; a warning says so', () => {
  expect(shown((log) => log.info({ method: 'GET', status: 200 }, 'request'))).toMatch(/^\d\d:\d\d:\d\d request method=GET status=200\n$/)
  expect(shown((log) => log.warn('slow'))).toMatch(/^\d\d:\d\d:\d\d warning: slow\n$/)
  expect(shown((log) => log.error({ err: new Error('no') }, 'failed'))).toMatch(/ error: failed\n {2}Error: no\n {2} {4}at /)
})

test('what a stranger sends steers no terminal, and secrets stay out', { meta: { proves: ['ops.log.format'] } }, () => {
  const text = shown((log) => log.info({ route: '/\u001b[2J\u009b2J\nroot', token: 'tdm_secret' }, 'a\u001b]0;title\u0007\r'))
  expect(text.slice(0, -1)).not.toMatch(/\p{Cc}/u)
  expect(text).not.toContain('tdm_secret')
})

test('colours are there where they are wanted', () => {
  expect(shown((log) => log.warn('slow'), true)).toContain('\u001b[33mwarning: slow\u001b[39m')
})
