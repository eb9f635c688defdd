import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Complaint } from '../failures.ts'

/** The progress of listening: for each board the last seq that needs no forwarding any more. */
export type Cursor = {
  /** Null before the boards were first read: then only new events are wanted. */
  lookedAt: string | null
  boards: Record<string, number>
}

/** The folder for one combination of actor and receiver. */
export function stateFolder(way: { url: string; actorId: string; forward: string }): string {
  const base = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state')
  const name = createHash('sha256').update(`${way.url} ${way.actorId} ${way.forward}`).digest('hex').slice(0, 16)
  return join(base, 'tandem', 'listen', name)
}

export type KeptCursor = Cursor & {
  /** Saves the current state atomically, so that a kill leaves either the old or the new one. */
  save(): Promise<void>
}

/** Throws Complaint for a file of another format: continuing without it would lose events silently. */
export async function openCursor(folder: string): Promise<KeptCursor> {
  const path = join(folder, 'cursor.json')
  const text = await readUnlessAbsent(path)
  const cursor = text === null ? { lookedAt: null, boards: {} } : cursorIn(text)
  if (!cursor)
    throw new Complaint('refused or failed', `${path} does not contain a position to resume from. Remove it to forward only new events.`)
  let saved: Promise<void> = Promise.resolve()
  const kept: KeptCursor = {
    ...cursor,
    save() {
      // Serialised, because saves share a temporary file.
      saved = saved.catch(() => {}).then(() => writeWhole(folder, 'cursor.json', JSON.stringify(kept)))
      return saved
    },
  }
  return kept
}

function cursorIn(text: string): Cursor | null {
  try {
    const { lookedAt, boards } = JSON.parse(text) as Partial<Cursor>
    const isOurs = typeof lookedAt === 'string' && typeof boards === 'object' && boards !== null
    return isOurs && Object.values(boards).every(Number.isSafeInteger) ? { lookedAt, boards } : null
  } catch {
    return null
  }
}

/** Created once, readable by its owner alone. */
export async function keptSecret(folder: string): Promise<string> {
  const known = await readUnlessAbsent(join(folder, 'secret'))
  if (known !== null && known.trim() !== '') return known.trim()
  const secret = `whsec_${randomBytes(24).toString('base64url')}`
  await writeWhole(folder, 'secret', `${secret}\n`)
  return secret
}

async function readUnlessAbsent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
