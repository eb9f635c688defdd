import { catalogue } from '@tandem/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../../src/kernel/parse-input.ts'
import { reasonOf } from '../../src/kernel/schema-reasons.ts'

const { 'auth.register': register, 'field.create': createField, 'rule.times': times, 'webhook.create': createWebhook } = catalogue

const firstReason = (schema: z.ZodType, value: unknown) => {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue && reasonOf(issue)
}

test.each([
  [z.string().min(1), '', { reason: 'empty' }],
  [z.array(z.string()).min(1), [], { reason: 'empty' }],
  [z.string().min(8), 'short', { reason: 'tooShort', params: { count: 8 } }],
  [z.string().max(2), 'long', { reason: 'tooLong', params: { count: 2 } }],
  [z.array(z.string()).min(2), ['a'], { reason: 'tooFew', params: { count: 2 } }],
  [z.array(z.string()).max(1), ['a', 'b'], { reason: 'tooMany', params: { count: 1 } }],
  [z.int().min(1), 0, { reason: 'tooLow', params: { count: 1 } }],
  [z.number().max(9), 10, { reason: 'tooHigh', params: { count: 9 } }],
  [z.enum(['a']), 'b', { reason: 'unfit' }],
  [z.string(), 1, { reason: 'unfit' }],
])('a limit of a schema is a reason with its number: %#', (schema, value, reason) => {
  expect(firstReason(schema, value)).toEqual(reason)
})

test('what a schema of the contract says in words of its own is a reason too', () => {
  const account = { email: 'ada@example.com', password: 'a long passphrase', name: 'Ada' }
  const select = { boardId: '00000000-0000-7000-8000-000000000001', name: 'Size', type: 'select' }
  const told = [
    parseInput(register, { ...account, email: 'ada' }),
    parseInput(register, { ...account, handle: 'A da' }),
    parseInput(register, { ...account, timezone: 'Mars/Olympus' }),
    parseInput(createField, select),
    parseInput(createField, { ...select, options: ['S', 'S'] }),
    parseInput(times, { boardId: select.boardId, cron: '0 9', timezone: 'UTC' }),
    parseInput(createWebhook, { boardId: select.boardId, url: 'ftp://example.com', verbs: [] }),
  ]
  expect(told.map(({ problem }) => problem?.reason)).toEqual([
    'noEmail',
    'handleUnfit',
    'timezoneUnfit',
    'optionsOfSelect',
    'optionTwice',
    'cronParts',
    'addressNone',
  ])
})

test('each field has reasons of its own, and the first of them is that of the error', () => {
  const { problem } = parseInput(register, { email: 'ada', password: 'short', name: 'Ada' })
  expect(problem?.envelope().error).toMatchObject({
    reason: 'noEmail',
    details: {
      fieldErrors: { email: [expect.any(String)], password: [expect.any(String)] },
      fieldReasons: { email: [{ reason: 'noEmail' }], password: [{ reason: 'tooShort', params: { count: 8 } }] },
    },
  })
})
