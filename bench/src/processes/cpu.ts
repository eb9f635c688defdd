import { readdirSync, readFileSync } from 'node:fs'

/** CPU time spent since the processes started, µs of user and system time. */
export type CpuReading = {
  app: number
  load: number
  /** By pid: the backends that serve the measured database. */
  backends: Map<number, number>
  /** The other children of the postmaster: checkpointer, writers, autovacuum, I/O workers. */
  background: Map<number, number>
}

/** CPU time between two readings, µs. */
export type CpuSpent = { app: number; load: number; database: number; background: number }

/** Linux counts in hundredths of a second (USER_HZ), independent of the kernel's own tick. */
const microsecondsPerTick = 10_000

type ProcessStat = { parent: number; cpu: number }

/** Reads the processes of one side. Linux only: /proc. */
export function readCpu(of: { appPids: readonly number[]; loadPid: number; postmasterPid: number; database: string }): CpuReading {
  const reading: CpuReading = {
    app: of.appPids.reduce((sum, pid) => sum + (statOf(pid)?.cpu ?? 0), 0),
    load: statOf(of.loadPid)?.cpu ?? 0,
    backends: new Map(),
    background: new Map(),
  }
  for (const pid of allPids()) {
    const stat = statOf(pid)
    if (stat?.parent !== of.postmasterPid) continue
    const kind = servesClientsOf(pid, of.database)
    reading[kind].set(pid, stat.cpu)
  }
  return reading
}

export function spentBetween(before: CpuReading, after: CpuReading): CpuSpent {
  return {
    app: after.app - before.app,
    load: after.load - before.load,
    database: grown(before.backends, after.backends),
    background: grown(before.background, after.background),
  }
}

/** The parent of a PostgreSQL backend of `database`; null for other processes and where /proc does not show it. */
export function postmasterOf(backendPid: number, database: string): number | null {
  if (process.platform !== 'linux') return null
  const title = titleOf(backendPid)
  return title.startsWith('postgres') && title.includes(database) ? (statOf(backendPid)?.parent ?? null) : null
}

export const childrenOf = (parent: number): number[] => allPids().filter((pid) => statOf(pid)?.parent === parent)

/** The time of a process that has ended meanwhile is not counted. Pools keep their connections far longer than a round, so that is little. */
function grown(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0
  for (const [pid, cpu] of after) sum += cpu - (before.get(pid) ?? 0)
  return sum
}

/** A backend is titled `postgres: user database client …`; an autovacuum worker names a database too, but no client. */
function servesClientsOf(pid: number, database: string): 'backends' | 'background' {
  const title = titleOf(pid)
  const at = title.indexOf(` ${database} `)
  return at > 0 && /^(\[local\]|\S+\(\d+\))/.test(title.slice(at + database.length + 2)) ? 'backends' : 'background'
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function titleOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

/** Fields 4, 14 and 15 of proc(5) stat; the name in field 2 may hold spaces and brackets. */
function statOf(pid: number): ProcessStat | undefined {
  const text = read(`/proc/${pid}/stat`)
  if (text === '') return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
