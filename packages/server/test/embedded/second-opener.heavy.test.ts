import { describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { query } from './fixture/query.ts'
import { initialisedDataDir, scratchFolder } from './fixture/scratch.ts'
import { spawnService } from './fixture/spawn-service.ts'

describe('a second service on the same directory', () => {
  test('is refused with advice, and the first one goes on unharmed', async () => {
    const dataDir = await initialisedDataDir()
    const first = spawnService({ dataDir })
    const { connection, postmasterPid } = await first.ready()
    await query(connection, 'CREATE TABLE written (n int)')

    const second = spawnService({ dataDir })
    const refusal = await second.refusal()
    expect(refusal.code).toBe('in_use')
    expect(refusal.message).toContain(`pid ${postmasterPid}`)
    expect(refusal.message).toMatch(/DATA_DIR/)
    expect(refusal.message).toMatch(/DATABASE_URL/)
    await second.ended()

    await query(connection, 'INSERT INTO written VALUES (1)')
    expect(await query(connection, 'SELECT n FROM written')).toEqual([{ n: 1 }])
    process.kill(postmasterPid, 0)
    expect(first.events.filter((event) => 'exit' in event)).toEqual([])
    await first.stop()
  })

  test('is refused in the same process too', async () => {
    const dataDir = await initialisedDataDir()
    const first = await startEmbeddedPostgres({ dataDir })
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ code: 'in_use' })
    expect(await query(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()
  })

  test('gets the directory when the first one leaves while it waits', async () => {
    const dataDir = await initialisedDataDir()
    const first = spawnService({ dataDir })
    await first.ready()
    const second = spawnService({ dataDir })
    await expect.poll(() => second.logged(/waiting for the former/), { timeout: 60_000 }).toBe(true)
    await first.stop()
    await second.ready()
    await second.stop()
  })

  test('of two first starts at once on an empty directory exactly one gets it', async () => {
    const dataDir = await scratchFolder()
    const services = [spawnService({ dataDir }), spawnService({ dataDir })]
    const outcomes = await Promise.all(
      services.map((service) =>
        service.ready().then(
          () => 'ready',
          () => 'refused',
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['ready', 'refused'])
    const winner = services[outcomes.indexOf('ready')]
    const loser = services[outcomes.indexOf('refused')]
    expect((await loser?.refusal())?.code).toBe('in_use')
    await winner?.stop()
  })
})
