import { appendFile, mkdtemp, open as openFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Journal, openJournal as open } from '../src/journal.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-journal-'))
  path = join(folder, 'journal.ndjson')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((journal) => journal.close()))
  await rm(folder, { recursive: true, force: true })
})

const opened: Journal<[string, number]>[] = []
async function openJournal(at: string, state: ReturnType<typeof valueState>): Promise<Journal<[string, number]>> {
  const journal = await open(at, state)
  opened.push(journal)
  return journal
}

/** Keeps the last value of each key. */
function valueState() {
  const values = new Map<string, number>()
  return {
    values,
    apply: ([key, value]: [string, number]) => void values.set(key, value),
    snapshot: () => [...values] as [string, number][],
  }
}

test('what was written is there again after a restart, and took effect only once it was on disk', async () => {
  const state = valueState()
  const journal = await openJournal(path, state)
  const written = journal.write([['a', 1]])
  expect(state.values.size).toBe(0)
  await written
  await Promise.all([journal.write([['a', 2]]), journal.write([['b', 3]])])
  expect(await readFile(path, 'utf8')).toBe('["a",1]\n["a",2]\n["b",3]\n')
  const after = valueState()
  await openJournal(path, after)
  expect([...after.values]).toEqual([
    ['a', 2],
    ['b', 3],
  ])
})

test('a line that a crash cut off is left out, and swallows none that comes after', async () => {
  await writeFile(path, '["a",1]\n')
  await appendFile(path, '["b",')
  const state = valueState()
  const journal = await openJournal(path, state)
  await journal.write([['c', 3]])
  const after = valueState()
  await openJournal(path, after)
  expect([...after.values]).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})

test('a write that the disk refuses leaves nothing behind, not even a hole before the next line', async () => {
  const journal = await openJournal(path, valueState())
  await journal.write([['a', 1]])
  const file = await openFile(path)
  vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockRejectedValueOnce(new Error('the disk is full'))
  await expect(journal.write([['b', 2]])).rejects.toThrow('the disk is full')
  await journal.write([['c', 3]])
  vi.restoreAllMocks()
  await file.close()
  expect(await readFile(path, 'utf8')).toBe('["a",1]\n["c",3]\n')
})

test('a damaged line in the middle stops the start instead of being forgotten', async () => {
  await writeFile(path, '["a",1]\nnonsense\n["b",2]\n')
  await expect(openJournal(path, valueState())).rejects.toThrow('Line 2')
})

test('it is written anew when most of it counts no more, and loses nothing of what counts', async () => {
  const state = valueState()
  const journal = await openJournal(path, state)
  for (let at = 0; at < 5_000; at += 100) await journal.write(Array.from({ length: 100 }, (_, more) => [`k${more % 7}`, at + more]))
  await journal.write([['last', 1]])
  expect((await stat(path)).size).toBeLessThan(60_000)
  const after = valueState()
  await openJournal(path, after)
  expect([...after.values].sort()).toEqual([...state.values].sort())
})

test('only its owner can read it', async () => {
  await (await openJournal(path, valueState())).close()
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})
