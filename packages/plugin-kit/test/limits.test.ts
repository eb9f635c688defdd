import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { cardKeysIn } from '../src/card-keys.ts'
import { createInbox, defaultInboxRetry, type Inbox, InboxFull } from '../src/inbox.ts'
import { createMemory, type Entry, type MemoryLine } from '../src/memory.ts'
import { createReceiver } from '../src/receiver.ts'
import { inert } from '../src/text.ts'
import { createRecorder } from './fixture/recorder.ts'

const log = pino({ level: 'silent' })
const now = () => 0

test('a body of 26 MB is read, and a longer one is refused with 413', { meta: { proves: ['limit.plugins.body'] } }, async () => {
  const receiver = createReceiver({ plugin: createRecorder('github-sha256'), installations: new Map(), inbox: {} as Inbox, now, log })
  onTestFinished(() => receiver.close())
  const statusOf = async (bytes: number) =>
    (
      await receiver.inject({
        method: 'POST',
        url: '/provider',
        headers: { 'content-type': 'application/json' },
        payload: Buffer.alloc(bytes),
      })
    ).statusCode
  // There is no install that it could be for.
  expect(await statusOf(26_000_000)).toBe(410)
  expect(await statusOf(26_000_001)).toBe(413)
})

test('20,000 events wait to be acted on; one more is to be sent again, and what is known already counts as taken', {
  meta: { proves: ['limit.plugins.waiting'] },
}, async () => {
  const memory = createMemory(now)
  const acting = Promise.withResolvers<void>()
  const inbox = createInbox({
    memory,
    now,
    log,
    retry: defaultInboxRetry,
    onGone: () => {},
    act: () => acting.promise,
    write: async (lines: MemoryLine[]) => lines.forEach((line) => memory.apply(line)),
  })
  onTestFinished(async () => {
    const stopped = inbox.stop()
    acting.resolve()
    await stopped
  })
  const entry = (key: string): Omit<Entry, 'at'> => ({
    key,
    source: 'provider',
    install: 'one',
    eventId: key,
    orderingKey: 'one',
    event: {},
  })
  await inbox.take(Array.from({ length: 19_999 }, (_, n) => entry(`${n}`)))
  await inbox.take([entry('last')])
  await expect(inbox.take([entry('too many')])).rejects.toThrow(InboxFull)
  await inbox.take([entry('7')])
  expect(inbox.state().waiting).toBe(20_000)
})

test('500,000 ids of events that were acted on are remembered, the latest', { meta: { proves: ['limit.plugins.remembered'] } }, () => {
  const memory = createMemory(now)
  for (let at = 0; at <= 500_000; at += 1) memory.apply({ acted: `${at}`, at: 0 })
  expect(['0', '1', '500000'].map(memory.knows)).toEqual([false, true, true])
})

test('keys of cards are looked for in the first 100,000 characters of a text', { meta: { proves: ['limit.plugins.key-text'] } }, () => {
  const described = (before: number) => cardKeysIn({ description: `${' '.repeat(before)}fixes ENG-1` }, 'ENG')
  expect([described(100_000 - 'fixes ENG-1'.length), described(100_000)]).toEqual([['ENG-1'], []])
})

test('text from outside is taken over up to 4,000 characters', { meta: { proves: ['limit.plugins.text'] } }, () => {
  expect(inert('x'.repeat(4_000))).toBe('x'.repeat(4_000))
  expect(inert('x'.repeat(4_001))).toBe(`${'x'.repeat(3_999)}…`)
})
