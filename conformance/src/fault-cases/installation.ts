import type { FaultCase } from './fault-case.ts'

/** The machine: the embedded database, files with secrets, programs, settings and signals. */
export const installation: Record<string, FaultCase> = {
  F108: {
    rule: 'The embedded database takes no connection of another user; where root runs the service, and the database has an account of its own, of no other process of that account either.',
    provedIn: ['packages/server/test/embedded/access.test.ts'],
  },
  F114: {
    rule: 'A program of another package that was changed is not installed: versions are exact, with their hashes.',
    provedIn: ['packages/cli/test/pinned-programs.test.ts'],
  },
  F127: {
    rule: 'Files with secrets can be read only by the account that owns them, with any umask.',
    provedIn: ['packages/cli/test/file-modes.test.ts'],
  },
  F128: {
    rule: 'A setting that cannot be is named, with what is wrong and what to do.',
    provedIn: ['packages/server/test/config/settings.test.ts', 'packages/server/test/faults/startup.heavy.test.ts'],
  },
  F129: {
    rule: 'Two signals within a moment are one; a later one ends the service at once.',
    provedIn: ['packages/server/test/start/end-signals.test.ts'],
  },
}
