import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPluginWorld, startTandem } from '@tandem/plugin-test-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The service that plugins are tested against. */
let scratch: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tandem-kit-'))
  vi.stubEnv('TMPDIR', scratch)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(scratch, { recursive: true, force: true })
})

test('it is a whole service: people register and act; stopped, it leaves nothing behind', async () => {
  const tandem = await startTandem()
  try {
    const [ada, grace] = [await tandem.register('Ada'), await tandem.register('Grace')]
    const board = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
    expect(board).toMatchObject({ status: 201, body: { name: 'Engine' } })
    expect((await ada.get(`/api/boards/${board.body.id}`)).status).toBe(200)
    expect((await grace.get(`/api/boards/${board.body.id}`)).status).toBe(404)
    expect((await ada.get('/api/me')).body.id).toBe(ada.actorId)
  } finally {
    await tandem.stop()
  }
  await expect(fetch(tandem.url)).rejects.toThrow('fetch failed')
  expect(await readdir(scratch)).toEqual([])
})

test('one that does not start says why, and leaves nothing behind', async () => {
  await expect(startTandem({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })).rejects.toThrow(
    /^Tandem did not start: [^]*INTEGRATION_SECRET_KEY/,
  )
  expect(await readdir(scratch)).toEqual([])
})

test('a plugin that cannot be made is an error, after which nothing is left running or lying about', async () => {
  const tandem = await startTandem()
  const stopped: string[] = []
  const world = startPluginWorld({
    tandem,
    provider: { stop: async () => void stopped.push('provider') },
    create: () => {
      throw new Error('set OUR_CHAT_SECRET')
    },
    boards: [],
    environment: {},
  })
  await expect(world).rejects.toThrow('set OUR_CHAT_SECRET')
  await expect(fetch(tandem.url)).rejects.toThrow('fetch failed')
  expect([stopped, await readdir(scratch)]).toEqual([['provider'], []])
})
