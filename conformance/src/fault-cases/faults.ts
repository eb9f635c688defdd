import type { FaultCase } from './fault-case.ts'

/** Processes that are killed or stopped, databases and disks that fail, and several instances. */
export const faults: Record<string, FaultCase> = {
  F08: {
    rule: 'The service is killed again and again under eight writers: what was acknowledged is there, each id once.',
    provedIn: ['packages/server/test/faults/kills/service-kills.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/service-kills.soak.test.ts',
  },
  F09: {
    rule: 'The postmaster is killed under load: errors in the envelope, no request without an answer, recovery by itself.',
    provedIn: ['packages/server/test/faults/kills/postmaster-kills.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/postmaster-kills.soak.test.ts',
  },
  F10: {
    // Each stop is a trial of its own, after which nothing is left of the last: 3 of them for each change, 20 in the long form.
    rule: 'The database is stopped without a checkpoint and started again: unready, ready, heaps and indexes sound.',
    provedIn: ['packages/server/test/faults/kills/immediate-stops.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/immediate-stops.soak.test.ts',
  },
  F11: {
    rule: 'The way to the database swallows everything: requests end within ten seconds, liveness stays, the pool fills again.',
    provedIn: ['packages/server/test/faults/frozen-database.heavy.test.ts', 'packages/server/test/faults/half-open-database.heavy.test.ts'],
  },
  F12: {
    rule: 'The volume of attached files is full: refused without a trace, and taken again once there is room.',
    provedIn: ['packages/server/test/attachments/full-volume.heavy.test.ts', 'packages/server/test/attachments/orphans.test.ts'],
  },
  F31: {
    rule: 'A service that is killed while it notifies tells each person once.',
    provedIn: ['packages/server/test/faults/fan-out.heavy.test.ts'],
  },
  F46: {
    rule: 'Several instances on one database try no delivery twice at once; watchdog and rules act once.',
    provedIn: [
      'packages/server/test/faults/kills/rule-kills.heavy.test.ts',
      'packages/server/test/instances/three-instances.heavy.test.ts',
    ],
  },
  F94: {
    rule: 'SIGTERM under load: every request is answered, exit 0 in time.',
    provedIn: ['packages/server/test/faults/shutdown.heavy.test.ts'],
  },
  F112: {
    rule: 'A full disk is told as such, leaves nothing half done, and all works again once there is room.',
    provedIn: ['packages/server/test/faults/full-disk.heavy.test.ts'],
  },
  F122: {
    rule: 'After SIGKILL what was claimed goes on within 10 s elsewhere; an instance that was paused changes nothing afterwards.',
    provedIn: ['packages/server/test/faults/kills/killed-workers.heavy.test.ts'],
  },
  F130: {
    rule: 'Instances whose files or Redis are not shared notice it and say so.',
    provedIn: ['packages/server/test/instances/unshared-stores.heavy.test.ts'],
  },
  F131: {
    rule: 'The primary is lost under load and its standby promoted: instances follow it, nothing acknowledged is lost, no event missed or doubled.',
    provedIn: ['packages/server/test/faults/kills/failovers.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/failovers.soak.test.ts',
  },
}
