import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startTestService } from '../kit/service.ts'
import { expectRefusal, furnish } from '../rest/world.ts'
import { dataDirectory, download, fileRows, upload } from './files.ts'

const run = (program: string, ...args: string[]) => execFileSync(program, args)

/** A real volume of 1 MiB for the files of a service, where the machine lets us mount one. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && succeeds(() => run('/usr/bin/unshare', '--mount', 'true'))
const leaving: (() => unknown)[] = []

function succeeds(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

afterEach(async () => {
  for (const leave of leaving.splice(0).toReversed()) await leave()
})

test('an upload to a volume that is full is a 503 and leaves nothing; after something was deleted from it the next one works (F12)', async ({
  skip,
}) => {
  if (!mayMount) skip('this account may not mount a small volume; the same with a store that says so is tested in orphans.test.ts')
  const data = await dataDirectory()
  leaving.push(() => data.remove())
  const volume = join(data.path, 'files')
  await mkdir(volume)
  run('/bin/mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', volume)
  leaving.push(() => run('/bin/umount', volume))
  const world = await furnish(await startTestService({ environment: { DATA_DIR: data.path } }))
  leaving.push(() => world.service.stop())
  const kept = await upload(world, world.member, Buffer.alloc(300_000, 1))
  expect(kept.status).toBe(201)
  const state = async () => ({
    files: await readdir(volume),
    rows: await world.service.database.rows(fileRows),
    card: (await world.member.get(`/api/cards/${world.board.cards[0]}`)).body,
    log: (await world.member.get(`/api/boards/${world.board.id}`)).body.seq,
  })
  const before = await state()
  expect(before.files).toHaveLength(1)

  // First a volume that fills up in the middle of a file, then one without room for the first byte.
  const refused = await upload(world, world.member, Buffer.alloc(900_000, 2))
  expectRefusal(refused, 503, 'unavailable')
  expect(refused.body.error.message).toMatch(/^The disk is full, so nothing was saved\./)
  expect(await state()).toEqual(before)
  await fillUp(join(volume, 'ballast'))
  expectRefusal(await upload(world, world.member, 'a few bytes'), 503, 'unavailable')
  await rm(join(volume, 'ballast'))
  expect(await state()).toEqual(before)

  expect((await download(world, world.member, kept.body.url)).bytes.equals(Buffer.alloc(300_000, 1))).toBe(true)
  expect((await upload(world, world.member, Buffer.alloc(500_000, 3))).status).toBe(201)
})

async function fillUp(path: string): Promise<void> {
  const full = await writeFile(path, Buffer.alloc(2 * 1_048_576)).catch((error: NodeJS.ErrnoException) => error.code)
  expect(full).toBe('ENOSPC')
}
