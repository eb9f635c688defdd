import type { RequirementTable } from '../requirement-table.ts'

/** Decisions.md §6: health, metrics, shutdown. */
export const ops = {
  'ops.version.served': { source: 'decisions §6', rule: 'GET /api/version answers the version of the service.' },
  'ops.health.live': { source: 'decisions §6', rule: 'GET /health/live answers 200 while the process runs.' },
  'ops.health.ready': {
    source: 'decisions §1, decisions §6',
    rule: 'GET /health/ready answers 200 while the service can serve and 503 while its database is away.',
  },
  'ops.metrics.prometheus': { source: 'decisions §6', rule: 'GET /metrics answers in the Prometheus text format.' },
  'ops.metrics.guarded': {
    source: 'decisions §6',
    rule: 'GET /metrics needs a token of the instance admin or METRICS_TOKEN and is refused otherwise.',
  },
  'ops.shutdown.stops-accepting': { source: 'decisions §6', rule: 'After SIGTERM no new connection is accepted.' },
  'ops.shutdown.finishes-requests': { source: 'decisions §6', rule: 'A request in flight at SIGTERM gets its answer.' },
  'ops.shutdown.closes-sockets': { source: 'decisions §6', rule: 'SIGTERM closes every WebSocket with code 1012.' },
  'ops.shutdown.returns-work': { source: 'decisions §6', rule: 'Work claimed by a process that gets SIGTERM is at once free for another.' },
  'ops.background.taken-over': {
    source: 'decisions §6',
    rule: 'Deliveries, letters, imports and thumbnails of a process that died are taken over within 10 s; one that works for long keeps them.',
  },
  'ops.instances.unshared-stores': {
    source: 'decisions §6',
    rule: 'An instance whose attached files or Redis are not those of the instances that run already is unready and says which; so does tandem doctor.',
  },
  'ops.disk.no-path': {
    source: 'decisions §6',
    rule: 'With a full disk readiness tells which one, of DATA_DIR or of the database, and no path; the log has the path.',
  },
  'ops.disk.full': {
    source: 'decisions §6',
    rule: 'A full disk is told as such, to the caller and by readiness, and leaves no trace; a full disk below the log stops nothing; all works again once there is room.',
  },
  'ops.shutdown.within-10-s': { source: 'decisions §6', rule: 'The process ends within 10 s of SIGTERM.' },
  'ops.embedded.own-account': {
    source: 'the embedded database',
    rule: 'The embedded database takes connections from the account of the service and from root alone, also in data directories of older releases.',
  },
  'ops.log.format': {
    source: 'the log of the service',
    rule: 'The log is text at a terminal and JSON elsewhere, unless LOG_FORMAT says otherwise; text that others sent holds no control characters there.',
  },
  'ops.shutdown.echoed-signal': {
    source: 'the end of the service',
    rule: 'The same signal twice within a second is one; after that it ends the process at once.',
  },
  'ops.files.private': {
    source: 'reliability E1',
    rule: 'Logins, exports, backups, keys and the state of the runner can be read only by the account that owns them, with any umask.',
  },
  'ops.programs.pinned': {
    source: 'reliability E1',
    rule: "Node and PostgreSQL come in exact versions with their hashes in the lock file; the scripts also run on a Node of one's own.",
  },
} as const satisfies RequirementTable
