import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The directory of a session: `root` is the repository that it is a worktree of, null for a plain directory. */
export type Place = { directory: string; root: string | null; branch: string | null; base: string | null }

/** Sessions of this runner change repositories one at a time: git locks them and fails at once if they are locked. */
let turn: Promise<unknown> = Promise.resolve()

/** The root of the repository around a directory; null if there is none. */
export async function repositoryAround(directory: string): Promise<string | null> {
  return git(directory, 'rev-parse', '--show-toplevel').catch(() => null)
}

/** Creates a worktree on a branch named after the card, or a plain directory. Throws the failure of git. */
export async function placeFor(work: { cardKey: string; sessionId: string; root: string | null; workDir: string }): Promise<Place> {
  const { root } = work
  if (root !== null) return inTurn(() => worktree({ ...work, root }))
  const directory = join(work.workDir, `${work.cardKey}-${short(work.sessionId)}`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return { directory, root: null, branch: null, base: null }
}

/** Removes an unchanged directory: an empty one, or a worktree without changes. */
export async function leave({ directory, root, branch, base }: Place): Promise<'removed' | 'kept'> {
  if (root === null) {
    const isEmpty = (await readdir(directory).catch(() => ['?'])).length === 0
    if (isEmpty) await rmdir(directory)
    return isEmpty ? 'removed' : 'kept'
  }
  const changes = await git(directory, 'status', '--porcelain').catch(() => '?')
  const head = await git(directory, 'rev-parse', 'HEAD').catch(() => '?')
  if (changes !== '' || base === null || head !== base) return 'kept'
  await inTurn(() => git(root, 'worktree', 'remove', directory))
  if (branch !== null) await inTurn(() => git(root, 'branch', '-D', branch))
  return 'removed'
}

async function worktree(work: { cardKey: string; sessionId: string; root: string; workDir: string }): Promise<Place> {
  const { root, cardKey } = work
  // Repositories of the same name get different directories.
  const folder = join(work.workDir, `${basename(root)}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)
  const directory = join(folder, cardKey)
  const isKept = (await stat(join(directory, '.git')).catch(() => null)) !== null
  if (isKept) return { directory, root, branch: cardKey, base: null }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await git(root, 'worktree', 'prune')
  if (await isBranch(root, cardKey)) return onKnownBranch(work, directory)
  const base = await git(root, 'rev-parse', 'HEAD')
  await git(root, 'worktree', 'add', '-b', cardKey, directory, base)
  return { directory, root, branch: cardKey, base }
}

/** Uses the branch of an earlier session, with its commits; if that branch is checked out elsewhere, a new one that starts from it. */
async function onKnownBranch(work: { cardKey: string; sessionId: string; root: string }, directory: string): Promise<Place> {
  const { root, cardKey } = work
  const isTaken = (await git(root, 'worktree', 'list', '--porcelain')).split('\n').includes(`branch refs/heads/${cardKey}`)
  const branch = isTaken ? `${cardKey}-${short(work.sessionId)}` : cardKey
  if (isTaken) await git(root, 'worktree', 'add', '-b', branch, directory, cardKey)
  else await git(root, 'worktree', 'add', directory, cardKey)
  return { directory, root, branch, base: null }
}

const isBranch = (root: string, name: string): Promise<boolean> =>
  git(root, 'rev-parse', '--verify', '--quiet', `refs/heads/${name}`).then(
    () => true,
    () => false,
  )

const short = (sessionId: string): string => sessionId.slice(-8)

async function git(directory: string, ...args: string[]): Promise<string> {
  return (await execute('git', ['-C', directory, ...args])).stdout.trim()
}

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = turn.then(act)
  turn = result.catch(() => {})
  return result
}
