import { createHash } from 'node:crypto'
import { link, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Place } from './place.ts'
import type { Used } from './printed/reader.ts'
import { isAlive, type ProcessMark } from './process.ts'

/** What is on disk of a session at work: enough for a runner that comes after us. */
export type Kept = {
  sessionId: string
  agentId: string
  cardKey: string
  /** The claim is made with this, again and again: the service counts it once. */
  claimId: string
  /** Of the lease under which it was claimed; absent where an earlier release claimed it without one. */
  generation?: number | null
  /** Who works it. */
  runner: ProcessMark
  /** Null before its command was started; a command that is not written down here never began. */
  command: ProcessMark | null
  place: Place | null
  /** The last event of its trail that was seen; null before it was claimed. */
  since: string | null
  /** How much of the output has been reported, in bytes. */
  reported: number
  /** What the session was told that its command has used; null before anything was told. */
  usage: Told | null
}

export type Told = {
  total: Used
  /** What was about to be told: it is told again with the same id, so that it counts once. */
  pending: { clientMutationId: string; usage: Used; total: Used } | null
}

const recordName = 'session.json'

export type Folder = { path: string; files: Record<'input' | 'output' | 'exit' | 'summary' | 'mcpConfig' | 'settings' | 'record', string> }

/** The runner's own directory for one actor of one service; sessions and, where nothing else is said, their work lie below. */
export function runnerFolder(of: { url: string; actorId: string }): string {
  const base = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state')
  return join(base, 'tandem', 'runner', createHash('sha256').update(`${of.url} ${of.actorId}`).digest('hex').slice(0, 16))
}

/** A session that is claimed again has a folder of its own: what the process that lost it still writes stays apart. */
export function folderOf(base: string, sessionId: string, generation: number | null = null): Folder {
  return folderNamed(base, generation === null ? sessionId : `${sessionId}.${generation}`)
}

function folderNamed(base: string, name: string): Folder {
  const path = join(base, 'sessions', name)
  const file = (of: string) => join(path, of)
  return {
    path,
    files: {
      input: file('prompt.md'),
      output: file('output.log'),
      exit: file('exit'),
      summary: file('summary.md'),
      mcpConfig: file('mcp.json'),
      settings: file('settings.json'),
      record: file(recordName),
    },
  }
}

/** False when another runner has it. It is there with its record, or not at all. */
export async function takeFolder(folder: Folder, kept: Kept): Promise<boolean> {
  const above = dirname(folder.path)
  await mkdir(above, { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(join(above, '.new-'))
  await writeWhole(join(draft, recordName), kept)
  const isOurs = await rename(draft, folder.path).then(() => true, isThere)
  if (!isOurs) await rm(draft, { recursive: true })
  return isOurs
}

export const writeKept = (folder: Folder, kept: Kept): Promise<void> => writeWhole(folder.files.record, kept)

export const removeFolder = (folder: Folder): Promise<void> => rm(folder.path, { recursive: true, force: true })

/** Sessions of an agent whose runner has gone, each taken over by us alone. */
export async function takeOver(base: string, us: ProcessMark, agentId: string): Promise<{ folder: Folder; kept: Kept }[]> {
  const taken: { folder: Folder; kept: Kept }[] = []
  for (const name of await readdir(join(base, 'sessions')).catch(() => [])) {
    if (name.startsWith('.')) continue
    const folder = folderNamed(base, name)
    const found = await readRecord(folder)
    if (found?.agentId !== agentId || (await isAlive(found.runner))) continue
    const kept = { ...found, runner: us }
    if (!(await succeed(folder, found.runner, kept))) continue
    await writeKept(folder, kept)
    taken.push({ folder, kept })
  }
  return taken
}

/** Each runner that has gone has one successor: of those who come after it only one makes the link. */
async function succeed(folder: Folder, gone: ProcessMark, kept: Kept): Promise<boolean> {
  const draft = join(folder.path, `draft-${kept.runner.pid}.json`)
  await writeWhole(draft, kept)
  const isOurs = await link(draft, successorOf(folder, gone)).then(() => true, isThere)
  await rm(draft, { force: true })
  return isOurs
}

const successorOf = ({ path }: Folder, { pid, startedAt }: ProcessMark): string =>
  join(path, `after-${pid}-${startedAt.replace(/\W/g, '')}.json`)

/** As the last one who took it over left it, even when that one was killed before it had written the record anew. */
async function readRecord(folder: Folder): Promise<Kept | null> {
  let kept = await readOne(folder.files.record)
  for (let next = kept; next; next = await readOne(successorOf(folder, next.runner))) kept = next
  return kept
}

async function readOne(path: string): Promise<Kept | null> {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8')) as Partial<Kept>
    return typeof kept.sessionId === 'string' && typeof kept.runner?.pid === 'number' ? (kept as Kept) : null
  } catch {
    return null
  }
}

async function writeWhole(path: string, kept: Kept): Promise<void> {
  const draft = `${path}.${process.pid}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(kept))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

function isThere(error: NodeJS.ErrnoException): false {
  if (['EEXIST', 'ENOTEMPTY', 'ENOENT'].includes(error.code ?? '')) return false
  throw error
}
