import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/**
 * Creates and locks the folder of a plugin's state: two processes would overwrite each other's state. The lock is a socket in it, which
 * ends with the process, also by `kill -9`. Without such sockets (Windows, some network file systems, very long paths) there is no lock.
 * Returns a function that releases it. Throws an Error that says what to do.
 *
 * Each process creates its own socket and then looks for others, so of two processes at least one sees the other. If they start together,
 * the first by name continues. Rejected: one name for all. The next process would have to remove a dead socket, and of two processes that
 * do so at once, the later could remove the live socket of a third.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`STATE_DIR: ${folder} cannot be created (${cause.code}). Use a folder that this user can write to.`, { cause })
  })
  if (process.platform === 'win32') return async () => {}
  const claim = await claimIn(folder)
  if (claim === null) return async () => {}
  try {
    if (await isHeldByAnother(folder, claim.name))
      throw new Error(`STATE_DIR: ${folder} is in use by another process. Use a separate folder for each, or stop the other process.`)
  } catch (failure) {
    await claim.end()
    throw failure
  }
  claim.decide('held')
  return claim.end
}

type Verdict = 'held' | 'given up'
type Claim = { name: string; decide(verdict: Verdict): void; end(): Promise<void> }

const prefix = 'held-'

/** A socket that tells clients the result of the claim, once that is decided. Null where there are no sockets. */
async function claimIn(folder: string): Promise<Claim | null> {
  const id = randomBytes(6).toString('hex')
  const name = prefix + id
  const { promise, resolve: decide } = Promise.withResolvers<Verdict>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    void promise.then((verdict) => socket.end(verdict, () => socket.destroy()))
  })
  // Renamed only once it listens, so that a socket of that name that does not answer belongs to a dead process.
  const early = join(folder, `new-${id}`)
  const path = join(folder, name)
  if (!(await hasListened(server, early))) return null
  async function end(): Promise<void> {
    decide('given up')
    await Promise.all([rm(path, { force: true }), new Promise((resolve) => server.close(resolve))])
  }
  try {
    await rename(early, path)
    return { name, decide, end }
  } catch {
    await end()
    return null
  }
}

function hasListened(server: Server, path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.on('error', () => resolve(false))
  server.listen(path, () => resolve(true))
  server.unref()
  return promise
}

/** Takes away what the dead left. */
async function isHeldByAnother(folder: string, own: string): Promise<boolean> {
  const others = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name !== own)
  const isHeld = async (name: string): Promise<boolean> => {
    if (await holds(join(folder, name), name > own)) return true
    await rm(join(folder, name), { force: true })
    return false
  }
  return (await Promise.all(others.map(isHeld))).includes(true)
}

/** A process that takes longer to decide is suspended, and may continue at any time. */
const longestToDecideMs = 5_000
/** Errors of a socket without a listening process. Other errors leave open whether there is one, so it counts as present. */
const nobodyThere = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK'])

/** Whether a process listens on the socket. If its decision is awaited: whether it keeps the folder. */
function holds(path: string, isDecisionAwaited: boolean): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path)
  socket.once('connect', () => isDecisionAwaited || resolve(true))
  socket.once('data', (verdict) => resolve(String(verdict) === 'held'))
  socket.once('end', () => resolve(false))
  socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(!nobodyThere.has(code)))
  socket.setTimeout(longestToDecideMs, () => resolve(true))
  return promise.finally(() => socket.destroy())
}
