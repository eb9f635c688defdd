import { readFileSync } from 'node:fs'

/** What a process holds in memory. Null where /proc does not show it. */
export function residentMiB(pid: number): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(fileOf(pid, 'status'))?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) / 1_024
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
