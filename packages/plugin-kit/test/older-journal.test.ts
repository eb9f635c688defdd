import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RetryLater } from '../src/failures.ts'
import { createInbox, defaultInboxRetry } from '../src/inbox.ts'
import { openJournal } from '../src/journal.ts'
import { createMemory, type Entry, type MemoryLine } from '../src/memory.ts'

const now = () => 0
const log = pino({ level: 'silent' })

/** A line as versions wrote it that called the ordering key a lane. */
const olderLine = (key: string, lane: string): string =>
  `${JSON.stringify({ taken: { key, alias: `signed/${key}`, source: 'provider', install: 'acme', eventId: key, lane, event: {}, at: 0 } })}\n`

test('events that an earlier version left in the journal are acted on in their order, and before a new one with the same ordering key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-journal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.ndjson')
  const isDone = `${JSON.stringify({ acted: 'done', at: 0 })}\n`
  await writeFile(path, [olderLine('done', 'repo#1'), olderLine('opened', 'repo#1'), olderLine('merged', 'repo#1'), isDone].join(''))
  await writeFile(path, olderLine('other', 'repo#2'), { flag: 'a' })

  const memory = createMemory(now)
  const journal = await openJournal<MemoryLine>(path, memory)
  expect(await readFile(path, 'utf8')).not.toContain('"lane"')
  const acted: string[] = []
  const inbox = createInbox({
    memory,
    now,
    log,
    retry: { ...defaultInboxRetry, firstDelayMs: 1, longestDelayMs: 1 },
    onGone: () => {},
    write: (lines) => journal.write(lines),
    async act({ eventId }) {
      // The other ordering key waits for nothing, so the first try of this one is over when it has been acted on.
      if (eventId === 'opened' && !acted.includes('other')) throw new RetryLater('busy')
      acted.push(eventId)
    },
  })
  onTestFinished(() => inbox.stop().then(() => journal.close()))
  const arriving = (key: string): Omit<Entry, 'at'> => ({
    key,
    source: 'provider',
    install: 'acme',
    eventId: key,
    orderingKey: 'repo#1',
    event: {},
  })
  await inbox.take([arriving('merged'), arriving('signed/opened'), arriving('commented')])
  await vi.waitFor(() => expect(inbox.state().waiting).toBe(0), { timeout: 60_000, interval: 5 })
  expect(acted).toEqual(['other', 'opened', 'merged', 'commented'])
})
