import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { loadSealingKeys } from '../../src/seal.ts'
import { accountNamed, isRoot, whyNotRoot } from './fixture/accounts.ts'
import { initialisedDataDir, pgdataOf, scratchFolder } from './fixture/scratch.ts'
import { spawnService } from './fixture/spawn-service.ts'

const refusalOf = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir }).then(
    (server) => server.stop().then(() => 'it started'),
    (error: unknown) => error,
  )

describe('a directory that cannot serve is left as it is, and the message says what to do', () => {
  test('a file', async () => {
    const path = join(await scratchFolder(), 'file')
    await writeFile(path, 'precious')
    for (const dataDir of [path, join(path, 'below')]) {
      expect(await refusalOf(dataDir)).toMatchObject({ code: 'not_a_directory', message: expect.stringContaining('DATA_DIR') })
    }
    expect(await readFile(path, 'utf8')).toBe('precious')
  })

  test('a file where the database folder belongs', async () => {
    const dataDir = await scratchFolder()
    await writeFile(pgdataOf(dataDir), 'precious')
    expect(await refusalOf(dataDir)).toMatchObject({ code: 'not_a_directory' })
  })

  test('data of another major in the folder of ours', async () => {
    const dataDir = await scratchFolder()
    await mkdir(pgdataOf(dataDir))
    await writeFile(join(pgdataOf(dataDir), 'PG_VERSION'), '17\n')
    expect(await refusalOf(dataDir)).toMatchObject({ code: 'other_major', message: expect.stringMatching(/PostgreSQL 17.*xport/s) })
    expect(await readdir(pgdataOf(dataDir))).toEqual(['PG_VERSION'])
  })

  test('data of another major beside an absent one of ours', async () => {
    const dataDir = await scratchFolder()
    await mkdir(join(dataDir, 'postgres-19', 'base'), { recursive: true })
    expect(await refusalOf(dataDir)).toMatchObject({ code: 'other_major', message: expect.stringContaining('PostgreSQL 19') })
    expect(await readdir(dataDir)).toEqual(['postgres-19'])
  })

  test('foreign content', async () => {
    const dataDir = await scratchFolder()
    await mkdir(pgdataOf(dataDir))
    await writeFile(join(pgdataOf(dataDir), 'diary.txt'), 'precious')
    expect(await refusalOf(dataDir)).toMatchObject({ code: 'foreign_content', message: expect.stringContaining('DATA_DIR') })
    expect(await readdir(pgdataOf(dataDir))).toEqual(['diary.txt'])
  })

  // Node tries a recursive mkdir there for ever.
  test('a place where the system makes no folders', { meta: { proves: ['config.data-dir.no-folders'] } }, async ({ skip }) => {
    if (process.platform !== 'linux') skip('/proc is such a place on Linux alone')
    for (const dataDir of ['/proc/tandem', '/proc/tandem/data'])
      expect(await refusalOf(dataDir)).toMatchObject({
        code: 'not_writable',
        message: expect.stringMatching(new RegExp(`^The data directory ${dataDir} cannot be written .*ENOENT.*DATA_DIR`)),
      })
    await expect(loadSealingKeys({ config: {}, dataDir: '/proc/tandem', embedded: true })).rejects.toThrow(
      'DATA_DIR: /proc/tandem cannot be created (ENOENT). Set it to a directory that this account can write to.',
    )
  })

  test('a server setting that PostgreSQL does not know: its own words are in the message', async () => {
    const dataDir = await initialisedDataDir()
    await expect(startEmbeddedPostgres({ dataDir, settings: { no_such_setting: '1' } })).rejects.toMatchObject({
      code: 'start_failed',
      message: expect.stringContaining('no_such_setting'),
    })
  })
})

describe('a directory that is not ours', () => {
  beforeEach(({ skip }) => skip(!isRoot, whyNotRoot))

  const nobody = accountNamed('nobody')

  test('not writable', async () => {
    const folder = await scratchFolder()
    for (const dataDir of [folder, join(folder, 'new')]) {
      const refusal = await spawnService({ dataDir }, nobody).refusal()
      expect(refusal).toMatchObject({ code: 'not_writable', message: expect.stringMatching(/EACCES.*DATA_DIR/) })
    }
  })

  test("another account's database", async () => {
    const dataDir = await initialisedDataDir()
    await chmod(dataDir, 0o777)
    const refusal = await spawnService({ dataDir }, nobody).refusal()
    expect(refusal).toMatchObject({ code: 'foreign_owner', message: expect.stringContaining('chown') })
  })
})
