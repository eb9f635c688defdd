import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { syncPath } from '../../src/db/embedded/sync-path.ts'
import { createSeal, loadSealingKeys } from '../../src/seal.ts'

vi.mock('../../src/db/embedded/sync-path.ts', { spy: true })

const [older, newer] = [randomBytes(32), randomBytes(32)]
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-seal-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('what is sealed opens in its own place and nowhere else, and no two seals are alike', () => {
  const { seal, open } = createSeal([newer])
  const blob = seal('whsec_gehêim', 'webhooks/1/secret')
  expect(open(blob, 'webhooks/1/secret')).toBe('whsec_gehêim')
  expect(blob).not.toContain('whsec_')
  expect(seal('whsec_gehêim', 'webhooks/1/secret')).not.toBe(blob)
  expect(() => open(blob, 'webhooks/2/secret')).toThrow()
  expect(() => open(blob, 'webhooks/1/previous_secret')).toThrow()
})

test('a changed blob does not open', () => {
  const { seal, open } = createSeal([newer])
  const [version, key, sealed = ''] = seal('text', 'place').split('.')
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => open(`${version}.${key}.${changed.toString('base64url')}`, 'place')).toThrow()
  }
  for (const blob of ['', 'v1', `v2.${key}.${sealed}`, `v1.${key}.${sealed.slice(0, 8)}`]) expect(() => open(blob, 'place')).toThrow()
})

test('F92: with the new key first and the old one after it everything opens; without the old one only its own blobs are lost', () => {
  const before = createSeal([older]).seal('old', 'place')
  const both = createSeal([newer, older])
  expect(both.open(before, 'place')).toBe('old')
  const after = both.seal('new', 'place')
  expect(createSeal([newer]).open(after, 'place')).toBe('new')
  expect(() => createSeal([newer]).open(before, 'place')).toThrow(/INTEGRATION_SECRET_KEY/)
})

test('keys are read in hex and base64, and a bad one is refused with what to do', async () => {
  const load = (INTEGRATION_SECRET_KEY: string) => loadSealingKeys({ config: { INTEGRATION_SECRET_KEY }, dataDir: folder, embedded: false })
  expect(await load(`${newer.toString('hex')}, ${older.toString('base64')}`)).toEqual([newer, older])
  expect(await load(older.toString('base64url'))).toEqual([older])
  for (const bad of ['short', `${newer.toString('hex')},`, randomBytes(31).toString('base64'), randomBytes(33).toString('hex')])
    await expect(load(bad)).rejects.toThrow(/32 bytes.*openssl rand/)
})

test('on the embedded default a key is made once and kept for its owner alone; with a database of one own it is required', async () => {
  const load = (embedded: boolean) => loadSealingKeys({ config: {}, dataDir: join(folder, 'data'), embedded })
  const all = await Promise.all([load(true), load(true), load(true)])
  expect(new Set(all.map(([key]) => key?.toString('hex'))).size).toBe(1)
  expect(await load(true)).toEqual(all[0])
  const path = join(folder, 'data', 'integration-secret.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(path, 'utf8'), 'base64').length).toBe(32)
  await expect(load(false)).rejects.toThrow(/INTEGRATION_SECRET_KEY is required with DATABASE_URL/)
  await writeFile(path, 'torn')
  await expect(load(true)).rejects.toThrow(/integration-secret\.key must be 32 bytes/)
})

test('the folder of a key that was made is written out too, before the key is used', async () => {
  const dataDir = join(folder, 'synced')
  vi.mocked(syncPath).mockClear()
  vi.mocked(syncPath).mockRejectedValueOnce(new Error('the disk is gone'))
  await expect(loadSealingKeys({ config: {}, dataDir, embedded: true })).rejects.toThrow('the disk is gone')
  expect(vi.mocked(syncPath).mock.calls).toEqual([[dataDir]])
  const other = join(folder, 'synced too')
  await loadSealingKeys({ config: {}, dataDir: other, embedded: true })
  expect(vi.mocked(syncPath).mock.calls).toEqual([[dataDir], [other]])
})
