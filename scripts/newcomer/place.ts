import { chmod, chown, cp, link, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { finish, type Seat } from './command.ts'

/** A newcomer's part of the machine: a checkout in a folder with a space in its name, a home, a folder for temporary files. */
export type Place = { folder: string; checkout: string; home: string; temporary: string; seat: Seat; remove(): Promise<void> }

/** The options of a place: its account, the folder `shared` beside it, and its settings of npm. */
export type Furnishing = { account: Account | null; shared: boolean; npmrc?: string }

/** The parts that all newcomers of a run share. */
export type Ground = { origin: string; root: string; cache: string; registry: string }

/**
 * A folder that every account may enter: under root the database runs under another account. npm's cache in it has the packages that our
 * own one has, so that nothing is downloaded five times.
 */
export async function breakGround(origin: string): Promise<Ground> {
  const root = await mkdtemp(join(tmpdir(), 'tandem-newcomer-'))
  await chmod(root, 0o755)
  const cache = join(root, 'npm-cache')
  await mkdir(cache)
  const seat = { cwd: origin, env: { ...environment(), HOME: process.env.HOME ?? root }, account: null }
  const [ours = '', registry = ''] = await Promise.all(
    ['cache', 'registry'].map(async (name) => (await finish(`npm config get ${name}`, seat)).out.trim()),
  )
  await mkdir(join(cache, '_cacache'))
  // Contents never change; npm appends to the index.
  await linkTree(join(ours, '_cacache', 'content-v2'), join(cache, '_cacache', 'content-v2'))
  await cp(join(ours, '_cacache', 'index-v5'), join(cache, '_cacache', 'index-v5'), { recursive: true }).catch(() => {})
  return { origin, root, cache, registry }
}

/** Clones the origin for a newcomer. */
export async function settle({ origin, root, cache, registry }: Ground, { account, shared, npmrc }: Furnishing): Promise<Place> {
  const folder = await mkdtemp(join(root, 'a new user '))
  await chmod(folder, 0o755)
  const [checkout, home, temporary] = [join(folder, 'tandem'), join(folder, 'home'), join(folder, 'temporary')]
  for (const path of [home, temporary]) await mkdir(path)
  if (npmrc !== undefined) await writeFile(join(home, '.npmrc'), npmrc)
  if (shared) await symlink(join(origin, '..', 'shared'), join(folder, 'shared'))
  const env = {
    ...environment(),
    HOME: home,
    TMPDIR: temporary,
    npm_config_cache: cache,
    npm_config_registry: registry,
    npm_config_prefer_offline: 'true',
  }
  // Without hard links, because the newcomer's files must not be those of the origin.
  const clone = `git clone --quiet --no-hardlinks '${origin.replaceAll("'", `'\\''`)}' tandem`
  const { code, err } = await finish(clone, { cwd: folder, env: { ...env, HOME: process.env.HOME ?? home }, account: null })
  if (code !== 0) throw new Error(`${clone} ended with ${code}: ${err}`)
  if (account) for (const path of [folder, cache]) await giveAway(path, account)
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { folder, checkout, home, temporary, seat: { cwd: checkout, env, account }, remove }
}

/**
 * The part of our environment that a newcomer inherits: language, proxies and certificates, and a path without our node_modules, so that
 * npm is the machine's own.
 */
function environment(): Record<string, string> {
  const kept = /^(LANG|LC_ALL|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i
  const passed = Object.entries(process.env).flatMap(([name, value]) => (kept.test(name) && value !== undefined ? [[name, value]] : []))
  const path = (process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(passed), PATH: path.join(':') }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    // On another file system it is fetched or copied like any other.
    else await link(source, target).catch(() => cp(source, target))
  }
}

/** Folders and what has one name only: contents of npm's cache stay ours. */
async function giveAway(path: string, account: Account): Promise<void> {
  const own = async (one: string) => {
    const { nlink } = await stat(one)
    if (nlink === 1 || (await stat(one)).isDirectory()) await chown(one, account.uid, account.gid)
  }
  await own(path)
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await own(join(entry.parentPath, entry.name))
}
