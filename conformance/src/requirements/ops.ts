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
  'ops.shutdown.within-10-s': { source: 'decisions §6', rule: 'The process ends within 10 s of SIGTERM.' },
} as const satisfies RequirementTable
