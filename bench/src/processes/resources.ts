import { readFileSync } from 'node:fs'
import { childrenOf } from './cpu.ts'

/** What a process holds in memory. Null where /proc does not show it. */
export function residentMiB(pid: number): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(fileOf(pid, 'status'))?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) / 1_024
}

/** What a process and its children hold, where pages that several share count once. Null where /proc does not show it. */
export function proportionalMiB(pid: number): number | null {
  const each = [pid, ...childrenOf(pid)].map((one) => /^Pss:\s+(\d+) kB/m.exec(fileOf(one, 'smaps_rollup'))?.[1])
  // The parent has to be seen; a child may have ended meanwhile.
  if (each[0] === undefined) return null
  return each.reduce((sum, kibibytes) => sum + Number(kibibytes ?? 0), 0) / 1_024
}

/** How many files and sockets it may have open (ulimit -n). */
export function mostOpenFiles(pid: number): number {
  const most = /^Max open files\s+(\d+)/m.exec(fileOf(pid, 'limits'))?.[1]
  return most === undefined ? Number.POSITIVE_INFINITY : Number(most)
}

function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
