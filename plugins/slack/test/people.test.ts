import { TandemError } from '@tandem/contract'
import type { Context } from '@tandem/plugin-kit'
import { expect, test } from 'vitest'
import type { Asked } from '../src/event.ts'
import { asPerson } from '../src/people.ts'

/** What is done as a person, and refused. Specification: decisions §5. */
const event: Asked = {
  kind: 'press',
  teamId: 'T1',
  channelId: 'C1',
  user: { id: 'U1', name: 'grace' },
  responseUrl: 'https://hooks.slack.com/x',
  integrationId: 'i',
  sessionId: 's',
  questionEventId: 'q',
  answer: 'Yes',
}
const context = {} as Context

async function said(refusal: TandemError): Promise<string[]> {
  const told: string[] = []
  await asPerson(
    event,
    context,
    async (_url, text) => void told.push(text),
    () => Promise.reject(refusal),
  )
  return told
}

test.each([
  new TandemError('conflict', 'Others are changing the board.', { reason: 'busy', retryAfterSeconds: 1 }),
  new TandemError('rate_limited', 'Too many requests.', { reason: 'busy', retryAfterSeconds: 1 }),
  new TandemError('unavailable', 'The database is away.', { reason: 'databaseAway' }),
])('a temporary error is retried, and the person is not told of it: $code', async (refusal) => {
  await expect(said(refusal)).rejects.toBe(refusal)
})

test('what the board refuses for good is said to the one who asked', async () => {
  expect(await said(new TandemError('forbidden', 'The role is missing.', { reason: 'roleNeeded' }))).toEqual([
    'On this board you may not do that.',
  ])
  expect(await said(new TandemError('validation', 'answer: is <too> long', { reason: 'tooLong' }))).toEqual(['answer: is &lt;too&gt; long'])
})
