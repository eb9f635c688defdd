import { chmod, chown, mkdir, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountNamed, isRoot, whyNotRoot } from './fixture/accounts.ts'
import { copyProject, pretendMusl } from './fixture/project-copy.ts'
import { initialisedDataDir, scratchFolder } from './fixture/scratch.ts'
import { spawnService } from './fixture/spawn-service.ts'

const programOf = (pid: number) => readlink(`/proc/${pid}/exe`)

describe('the binaries of the npm package', () => {
  test('get their library links at the first start when install scripts were off', async () => {
    const project = await copyProject(await scratchFolder())
    const service = spawnService({ dataDir: await initialisedDataDir() }, project)
    const { postmasterPid } = await service.ready()
    expect(await programOf(postmasterPid)).toBe(join(project.packageRoot, 'native/bin/postgres'))
    expect(await readlink(join(project.packageRoot, 'native/lib/libicui18n.so.60'))).toBe('libicui18n.so.60.2')
    await service.stop()
  })

  test('are missing: the message says to set DATABASE_URL', async () => {
    const project = await copyProject(await scratchFolder())
    await rm(project.packageRoot, { recursive: true })
    const refusal = await spawnService({ dataDir: await scratchFolder() }, project).refusal()
    expect(refusal).toMatchObject({ code: 'unsupported_platform', message: expect.stringContaining('DATABASE_URL') })
  })

  test('do not run on musl: the message says so', async () => {
    const project = await copyProject(await scratchFolder())
    await pretendMusl(project)
    const refusal = await spawnService({ dataDir: await scratchFolder() }, project).refusal()
    expect(refusal).toMatchObject({ code: 'unsupported_platform', message: expect.stringMatching(/musl.*DATABASE_URL/) })
  })
})

describe("binaries out of reach of the server's account (a project below a 0700 home)", () => {
  beforeEach(({ skip }) => skip(!isRoot, whyNotRoot))

  async function privateProject() {
    const folder = await scratchFolder()
    const project = await copyProject(folder)
    await chmod(folder, 0o700)
    return { script: project.script }
  }

  test('are copied once, and the server runs from the copy', async () => {
    const project = await privateProject()
    const cacheDir = join(await scratchFolder(), 'cache')
    const dataDir = await initialisedDataDir()
    for (const copies of [true, false]) {
      const service = spawnService({ dataDir, cacheDir }, project)
      expect(await programOf((await service.ready()).postmasterPid)).toContain(cacheDir)
      expect(service.logged(/copying/)).toBe(copies)
      await service.stop()
    }
  })

  test('are copied by two starters at once without harm', async () => {
    const project = await privateProject()
    const cacheDir = join(await scratchFolder(), 'cache')
    const services = [await initialisedDataDir(), await initialisedDataDir()].map((dataDir) => spawnService({ dataDir, cacheDir }, project))
    for (const service of services) await service.ready()
    expect(await readdir(cacheDir)).toEqual([expect.stringMatching(/^postgres-.*-18\.[\w.-]+$/)])
    for (const service of services) await service.stop()
  })

  test('are copied anew after a copy that a crash cut short, whose remains go in time', async () => {
    const project = await privateProject()
    const cacheDir = join(await scratchFolder(), 'cache')
    const first = spawnService({ dataDir: await initialisedDataDir(), cacheDir }, project)
    await first.ready()
    await first.stop()
    const [name = ''] = await readdir(cacheDir)
    const half = join(cacheDir, `${name}.copying-0123abcd`)
    await mkdir(join(half, 'native'), { recursive: true })
    await utimes(half, 1_700_000_000, 1_700_000_000)
    await rm(join(cacheDir, name), { recursive: true })

    const second = spawnService({ dataDir: await initialisedDataDir(), cacheDir }, project)
    await second.ready()
    await second.stop()
    expect(await readdir(cacheDir)).toEqual([name])
  })

  test('are not run from a place where others than root may write', async () => {
    const project = await privateProject()
    const open = join(await scratchFolder(), 'open')
    await mkdir(open)
    await chmod(open, 0o777)
    const foreign = join(await scratchFolder(), 'foreign')
    await mkdir(foreign)
    await chown(foreign, accountNamed('nobody').uid, accountNamed('nobody').gid)
    for (const cacheDir of [open, join(open, 'below'), foreign]) {
      const refusal = await spawnService({ dataDir: await initialisedDataDir(), cacheDir }, project).refusal()
      expect(refusal).toMatchObject({
        code: 'binaries_unusable',
        message: expect.stringMatching(/accounts other than root.*DATABASE_URL/s),
      })
    }
  })
})

/** As in an image: no folder is writable, and a copy keeps the modes. */
async function writableByNone(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o555)
}

describe('a read-only node_modules without library links', () => {
  beforeEach(({ skip }) => skip(!isRoot, whyNotRoot))

  test('is answered with a copy among the own files of the ordinary user', async () => {
    const nobody = accountNamed('nobody')
    const project = await copyProject(await scratchFolder())
    const home = await scratchFolder()
    await chown(home, nobody.uid, nobody.gid)
    const service = spawnService({ dataDir: join(home, 'data') }, { ...nobody, ...project, env: { XDG_CACHE_HOME: join(home, 'cache') } })
    expect(await programOf((await service.ready()).postmasterPid)).toContain(join(home, 'cache', 'tandem'))
    await service.stop()
  })

  test('without a home the copy lies in the data directory', async () => {
    const nobody = accountNamed('nobody')
    const project = await copyProject(await scratchFolder())
    await writableByNone(project.packageRoot)
    const dataDir = await scratchFolder()
    await chown(dataDir, nobody.uid, nobody.gid)
    const blocked = join(dataDir, 'file')
    await writeFile(blocked, '')
    const service = spawnService({ dataDir }, { ...nobody, ...project, env: { XDG_CACHE_HOME: blocked } })
    expect(await programOf((await service.ready()).postmasterPid)).toContain(join(dataDir, 'cache'))
    await service.stop()
  })
})
