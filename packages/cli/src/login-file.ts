import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Complaint } from './failures.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The logins kept by `tandem login`: readable by their owner alone, below XDG_CONFIG_HOME. */
export type Kept = { current: string | null; services: Record<string, KeptLogin> }

export type KeptLogin = {
  token: string
  /** Null if the token was created elsewhere. */
  tokenId: string | null
  actorId: string
  name: string
  /** Tokens created with this one: revoking it revokes them. */
  minted: string[]
}

export const keptPath = (): string => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tandem', 'logins.json')

/** Throws Complaint for a file of another format. With a terminal, warns if other users can read it. */
export async function readKept(terminal?: Terminal): Promise<Kept> {
  const path = keptPath()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new Complaint('refused or failed', `${path} cannot be read (${error.code}). Make it readable for your user, or remove it.`)
  })
  if (text === null) return { current: null, services: {} }
  if (terminal && process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
    terminal.note(`Others on this machine can read ${path}, which contains tokens. Run chmod 600 on it, and sign in again.`)
  const found = keptIn(text)
  if (!found) throw new Complaint('refused or failed', `${path} does not contain logins of Tandem. Remove it and run tandem login.`)
  return found
}

/** Atomic, and at no moment readable by other accounts. */
export async function writeKept(value: Kept): Promise<void> {
  const path = keptPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // The folder may exist already, with other permissions.
  await chmod(dirname(path), 0o700)
  const draft = `${path}.${process.pid}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(draft, 0o600)
  await rename(draft, path)
}

function keptIn(text: string): Kept | null {
  try {
    const { current = null, services } = JSON.parse(text) as Partial<Kept>
    const isOurs = typeof services === 'object' && services !== null && Object.values(services).every(isLogin)
    return isOurs && (current === null || typeof current === 'string') ? { current, services } : null
  } catch {
    return null
  }
}

const isLogin = (one: Partial<KeptLogin> | null): boolean =>
  typeof one?.token === 'string' && typeof one.actorId === 'string' && typeof one.name === 'string' && Array.isArray(one.minted)
