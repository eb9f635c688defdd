/** The figures that say how large a machine has to be: groups measure them, docs/self-hosting.md shows them. */
export const sizing = {
  serviceAtRest: 'memory of the service, at rest',
  databaseAtRest: 'memory of PostgreSQL, at rest',
  databaseInUse: 'memory of PostgreSQL, after a burst of changes',
  emptyOnDisk: 'PostgreSQL on disk, with nothing in it',
  manySockets: 'memory that 10,000 sockets take',
} as const

/** The names of the figures for a thousand changes on disk: permanently, and in the ledger, whose rows expire. */
export const onDisk = (kind: string): string => `on disk for good, of 1,000 changes: ${kind}`
export const inLedger = (kind: string): string => `in the ledger, of 1,000 changes: ${kind}`

export const changes = ['create', 'move', 'comment'] as const
