import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { finish } from './command.ts'
import type { Place } from './place.ts'

/** The traces of a run. Processes are found by /proc: without it, none are seen. */
export type Watch = {
  /** Takes one look at processes and sockets. */
  look(): Promise<void>
  /** The traces that still exist after a delay in which they may disappear. */
  left(): Promise<string[]>
  stop(): void
}

const lookEveryMs = 250
const patienceMs = 30_000

/** Follows the processes that use a folder, and the folders of sockets that they name. */
export function watch(folder: string): Watch {
  const sockets = new Set<string>()
  let stopped = false
  const look = async () => {
    for (const { words } of await processesOf(folder))
      for (const socket of words.match(/\/\S*\/tandem-\w{6}\b/g) ?? []) if (!socket.startsWith(folder)) sockets.add(socket)
  }
  void (async () => {
    while (!stopped) {
      await look()
      await pause(lookEveryMs, undefined, { ref: false })
    }
  })()
  return {
    look,
    stop: () => {
      stopped = true
    },
    async left() {
      const deadline = Date.now() + patienceMs
      for (;;) {
        const processes = (await processesOf(folder)).map(({ pid, words }) => `process ${pid}: ${words}`)
        const folders = []
        for (const socket of sockets) if (await isThere(socket)) folders.push(`folder ${socket}`)
        const left = [...processes, ...folders]
        if (left.length === 0 || Date.now() > deadline) return left
        await pause(lookEveryMs)
      }
    },
  }
}

/** Ends what was found by its id, so that nothing outlives a run that went wrong. */
export async function endProcessesOf(folder: string): Promise<void> {
  for (const { pid } of await processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

type Seen = { pid: number; words: string }

/** Those that run from, in or with something below the folder. */
async function processesOf(folder: string): Promise<Seen[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const seen = await Promise.all(
    pids.map(async (pid): Promise<Seen[]> => {
      const [words, environment, cwd, program] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
        readlink(`/proc/${pid}/exe`).catch(() => ''),
      ])
      const concerns = [words, environment, cwd, program].some((text) => text.includes(folder))
      return concerns && Number(pid) !== process.pid ? [{ pid: Number(pid), words: words.replaceAll('\0', ' ').trim() || program }] : []
    }),
  )
  return seen.flat()
}

/** Ignored files that may exist. */
const expected = /^!! ((?:[\w/-]+\/)?node_modules\/|data\/|apps\/web\/dist\/)$/
/** npm keeps its own program there, compiled. */
const ofNpm = 'node-compile-cache'

/** Files that a run has changed, created or left in a wrong place. */
export async function filesLeft({ folder, checkout, home, temporary, seat }: Place): Promise<string[]> {
  const { code, out, err } = await finish('git status --porcelain --ignored', { ...seat, cwd: checkout })
  if (code !== 0) throw new Error(`git status ended with ${code}: ${err}`)
  const changed = out
    .split('\n')
    .filter(Boolean)
    .filter((line) => !expected.test(line))
  const around = (await readdir(folder)).filter((name) => !['tandem', 'home', 'temporary', 'shared'].includes(name))
  return [
    ...changed.map((line) => `git status: ${line}`),
    ...around.map((name) => `beside the checkout: ${name}`),
    ...(await readdir(home)).filter((name) => name !== '.npmrc').map((name) => `in the home: ${name}`),
    ...(await readdir(temporary)).filter((name) => name !== ofNpm).map((name) => `in the folder for temporary files: ${name}`),
  ]
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
