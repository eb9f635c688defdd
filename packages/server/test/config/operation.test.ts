import { expect, test } from 'vitest'
import { configHelp, readConfig } from '../../src/config.ts'

const problemOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the configuration was taken')
}

test('METRICS_TOKEN is long enough not to be guessed and fits in a header; a bad one is named and not shown', () => {
  expect(readConfig({}).METRICS_TOKEN).toBeUndefined()
  expect(readConfig({ METRICS_TOKEN: 'abcDEF0123456789._~+/=-' }).METRICS_TOKEN).toBe('abcDEF0123456789._~+/=-')
  for (const bad of ['hunter2', 'hunter2 hunter2 hunter2', 'hunter2é'.repeat(3), 'hunter2'.repeat(40)]) {
    const problem = problemOf({ METRICS_TOKEN: bad })
    expect(problem).toContain('METRICS_TOKEN: must be ')
    expect(problem).not.toContain('hunter2')
  }
})

test('SLOW_QUERY_MS is 500, a whole number, and may be 0', () => {
  expect(readConfig({}).SLOW_QUERY_MS).toBe(500)
  expect(readConfig({ SLOW_QUERY_MS: '0' }).SLOW_QUERY_MS).toBe(0)
  for (const bad of ['-1', '1.5', 'soon']) expect(problemOf({ SLOW_QUERY_MS: bad })).toContain('SLOW_QUERY_MS: ')
})

test('--help lists both', () => {
  expect(configHelp()).toMatch(/^ {2}METRICS_TOKEN +\S/m)
  expect(configHelp()).toMatch(/^ {2}SLOW_QUERY_MS +.*\(500\)$/m)
  expect(configHelp()).toMatch(/^ {2}RATE_LIMIT_TOKEN +.*\(1200\/600\)$/m)
  expect(configHelp()).not.toContain('()')
})
