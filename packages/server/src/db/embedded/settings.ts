import { totalmem } from 'node:os'
import { accessSettings } from './access.ts'
import type { ServerOptions } from './server-options.ts'

/**
 * The server's settings, given on the command line so that they override postgresql.conf.
 * Sized for a small machine; a large one deserves a server of its own (DATABASE_URL).
 */
export function serverSettings(options: Pick<ServerOptions, 'pgdata' | 'account' | 'socketDir' | 'settings'>): string[] {
  const settings = { ...reachable(options.socketDir), ...durable, ...sized, ...logged, ...options.settings, ...accessSettings(options) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export const port = 5432

/** No TCP: the port only names the socket file. */
const reachable = (socketDir: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketDir,
  unix_socket_permissions: '0700',
  port: String(port),
})

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

const sized = {
  shared_buffers: `${sharedBuffersMiB(memoryLimit())}MB`,
  max_connections: '100',
  max_wal_size: '1GB',
  jit: 'off',
  timezone: 'UTC',
}

/**
 * An eighth of the memory. Pages that do not fit are copied from the system's cache and checked each time, which took a third to two fifths of
 * the CPU of a search over 160,000 cards. Only pages that were used take memory.
 */
export function sharedBuffersMiB(memory: number): number {
  return Math.min(512, Math.max(128, Math.floor(memory / 8 / 2 ** 20)))
}

/** A container may have a lower limit than the machine's memory. Without one, `constrainedMemory` is 0 or above `totalmem`. */
function memoryLimit(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** Statements stay out of the log: they carry people's data. */
const logged = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
