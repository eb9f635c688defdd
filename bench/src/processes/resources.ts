import { readFileSync } from 'node:fs'
import { childrenOf } from './cpu.ts'

/** The resident memory of a process. Null where /proc does not show it. */
export function residentMiB(pid: number): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(fileOf(pid, 'status'))?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) / 1_024
}

/** The most memory that a process has had. Null where /proc does not show it. */
export function peakMiB(pid: number): number | null {
  const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(fileOf(pid, 'status'))?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) / 1_024
}

/** The memory of a process and its children, where shared pages count once. Null where /proc does not show it. */
export function proportionalMiB(pid: number): number | null {
  const each = [pid, ...childrenOf(pid)].map((one) => /^Pss:\s+(\d+) kB/m.exec(fileOf(one, 'smaps_rollup'))?.[1])
  // The parent has to be readable; a child may have ended meanwhile.
  if (each[0] === undefined) return null
  return each.reduce((sum, kibibytes) => sum + Number(kibibytes ?? 0), 0) / 1_024
}

/** The limit of open files and sockets (ulimit -n). */
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
