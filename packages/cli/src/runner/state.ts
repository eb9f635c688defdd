import { createHash } from 'node:crypto'
import { link, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Place } from './place.ts'
import type { Used } from './printed/reader.ts'
import { isAlive, type ProcessMark } from './process.ts'

/** The record of a live session on disk: enough for a later runner to continue. */
export type Kept = {
  sessionId: string
  agentId: string
  cardKey: string
  /** The mutation id of the claim, reused in every attempt, so that the service counts it once. */
  claimId: string
  /** The generation of the claim's lease; absent if an earlier release claimed it without one. */
  generation?: number | null
  /** The runner that works on it. */
  runner: ProcessMark
  /** Null before its command was started; a command without a record here never began. */
  command: ProcessMark | null
  place: Place | null
  /** The last event that was read of its trail; null before it was claimed. */
  since: string | null
  /** The reported part of the output, in bytes. */
  reported: number
  /** The usage of the command that was reported to the session; null before the first report. */
  usage: UsageReport | null
}

export type UsageReport = {
  total: Used
  /** A report that may not have arrived: it is sent again with the same id, so that it counts once. */
  pending: { clientMutationId: string; usage: Used; total: Used } | null
}

const recordName = 'session.json'

export type Folder = { path: string; files: Record<'input' | 'output' | 'exit' | 'summary' | 'mcpConfig' | 'settings' | 'record', string> }

/** The runner's directory for one actor of one service. Sessions are below it, and by default their work too. */
export function runnerFolder(of: { url: string; actorId: string }): string {
  const base = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state')
  return join(base, 'tandem', 'runner', createHash('sha256').update(`${of.url} ${of.actorId}`).digest('hex').slice(0, 16))
}

/** A session that is claimed again has a new folder: later output of the process that lost it stays apart. */
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

/** False if another runner has it. Created with its record, or not at all. */
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

/** Sessions of an agent whose runner is gone, each taken over by this runner alone. */
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

/** Each runner that is gone has one successor, because only one process can create the link. */
async function succeed(folder: Folder, gone: ProcessMark, kept: Kept): Promise<boolean> {
  const draft = join(folder.path, `draft-${kept.runner.pid}.json`)
  await writeWhole(draft, kept)
  const isOurs = await link(draft, successorOf(folder, gone)).then(() => true, isThere)
  await rm(draft, { force: true })
  return isOurs
}

const successorOf = ({ path }: Folder, { pid, startedAt }: ProcessMark): string =>
  join(path, `after-${pid}-${startedAt.replace(/\W/g, '')}.json`)

/** The record of the runner that took it over last, even if that one was killed before it had rewritten the record. */
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
