import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPlatformPackage } from '../../src/db/embedded/binaries/platform-package.ts'
import { readMigrations } from '../../src/db/migrate.ts'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../../../../node_modules/.cache/tandem-test-data/', import.meta.url))
const unusedForMs = 7 * 24 * 3_600_000

/**
 * Fills the empty folder `dataDir` with data directories that `make` has prepared: kept between runs, as long as migrations, binaries and
 * account are the same. initdb and all migrations take 2.4 s, a copy a tenth of that. In CI, and where the cache cannot be written, each
 * run makes its own.
 */
export async function fillWithPreparedData(dataDir: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  if (process.env.CI) return make(dataDir)
  const kept = join(folder, await keyOfData())
  if (await copyKept(kept, dataDir)) return
  await make(dataDir)
  await keep(dataDir, kept).catch(() => {})
}

async function keyOfData(): Promise<string> {
  const { version, platform } = await findPlatformPackage()
  const hash = createHash('sha256').update(`${version} ${platform} ${process.geteuid?.()}`)
  for (const { name, checksum } of await readMigrations()) hash.update(`${name} ${checksum}`)
  hash.update(await readFile(new URL('../../src/db/embedded/initialise.ts', import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

async function copyKept(kept: string, dataDir: string): Promise<boolean> {
  try {
    // Before the copy: another run that removes old directories meanwhile leaves this one.
    await utimes(kept, new Date(), new Date())
    await copy(kept, dataDir)
    return true
  } catch {
    await rm(dataDir, { recursive: true, force: true })
    await mkdir(dataDir, { mode: 0o700 })
    return false
  }
}

/** Fills a sibling and renames it, so that another run finds all of it or nothing, also after a power cut. */
async function keep(dataDir: string, kept: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await removeUnused()
  const draft = await mkdtemp(`${kept}.`)
  try {
    await copy(dataDir, draft)
    await run('sync', ['-f', draft])
    await rename(draft, kept)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > unusedForMs) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Rejected: `fs.cp`. It makes us the owner, and under root the files belong to the account of the server. */
const copy = (from: string, to: string) => run('cp', ['-a', `${from}/.`, to])
