import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdFolder } from '../src/folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Another process that holds the folder. */
async function holder() {
  const source = new URL('../src/folder.ts', import.meta.url).href
  const script = `import { holdFolder } from ${JSON.stringify(source)}
    await holdFolder(${JSON.stringify(folder)})
    console.log('held')
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('It ended before it held the folder.')))])
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const inUse = /^STATE_DIR: .* is in use by another process/

test('a folder that another process holds is refused; killed with kill -9, it leaves nothing behind that stays', async () => {
  const other = await holder()
  try {
    await expect(holdFolder(folder)).rejects.toThrow(inUse)
  } finally {
    await other.kill()
  }
  const letGo = await holdFolder(folder)
  await expect(holdFolder(folder)).rejects.toThrow(inUse)
  expect(await readdir(folder)).toHaveLength(1)
  await letGo()
  expect(await readdir(folder)).toEqual([])
})

test.for([1, 2, 3])('of many that start together after kill -9, exactly one holds the folder (%i)', async () => {
  await (await holder()).kill()
  expect(await readdir(folder)).toHaveLength(1)
  for (let round = 0; round < 10; round++) {
    const started = await Promise.allSettled(Array.from({ length: 8 }, () => holdFolder(folder)))
    const holding = started.filter((one) => one.status === 'fulfilled')
    expect(holding).toHaveLength(1)
    expect(started.filter((one) => one.status === 'rejected').map(({ reason }) => reason.message)).toEqual(
      Array(7).fill(expect.stringMatching(inUse)),
    )
    for (const { value: letGo } of holding) await letGo()
  }
})
