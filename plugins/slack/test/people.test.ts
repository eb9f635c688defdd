import { TandemError } from '@tandem/contract'
import type { Context } from '@tandem/plugin-kit'
import { expect, test } from 'vitest'
import type { Deps } from '../src/deps.ts'
import type { Asked } from '../src/event.ts'
import { asPerson, personOf } from '../src/people.ts'

/** Acts as a person, and their refusals. Specification: decisions §5. */
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

test.each([
  ['stays while it is not confirmed', 'personLinkOpen', 'https://tandem.example/old'],
  ['is replaced when it was given away', 'personLinkTaken', 'https://tandem.example/new'],
] as const)('the address to link an account %s', async (_, reason, url) => {
  const store = new Map<string, unknown>([['link T1:U1', { id: 'old', url: 'https://tandem.example/old' }]])
  const call = (name: string) =>
    name === 'personLink.claim'
      ? Promise.reject(new TandemError('conflict', 'Worded another way.', { reason }))
      : Promise.resolve({ id: 'new', url: 'https://tandem.example/new' })
  const asked = { install: { name: 'i' }, tandem: { call }, mutationId: (name: string) => name, store } as unknown as Context
  const told: string[] = []
  const deps = {
    respond: async (_url: string, text: string) => void told.push(text),
    inSerial: (_key: string, act: () => unknown) => act(),
  } as unknown as Deps
  expect(await personOf(event, asked, deps, 'press it again')).toBeNull()
  expect(told).toEqual([expect.stringContaining(url)])
})

test('what the board refuses for good is said to the one who asked', async () => {
  expect(await said(new TandemError('forbidden', 'The role is missing.', { reason: 'roleNeeded' }))).toEqual([
    'You are not allowed to do that on this board.',
  ])
  expect(await said(new TandemError('validation', 'answer: is <too> long', { reason: 'tooLong' }))).toEqual(['answer: is &lt;too&gt; long'])
})
