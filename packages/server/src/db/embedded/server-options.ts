/** The unprivileged account that the server runs under when the service itself is root. */
export type ServerAccount = { name: string; uid: number; gid: number }

/** Everything that one start of the server needs to know. */
export type ServerOptions = {
  /** Absolute path of `<dataDir>/postgres-18`. */
  pgdata: string
  /** Folder of `postgres` and `initdb`. */
  binDir: string
  /** Null: the server runs under the service's own uid. */
  account: ServerAccount | null
  /** Short private folder of the unix socket. */
  socketDir: string
  settings: Record<string, string>
  log: (line: string) => void
}

/** The only superuser, and the user that the service connects as. */
export const databaseUser = 'tandem'
export const databaseName = 'tandem'

/**
 * How the server's command line names its data directory. Every command runs with that directory as its working directory, and the kernel
 * enters it before it drops root. `/proc/self/cwd` then reaches it without looking at its parents, so a directory below a 0700 home works,
 * and the modes of the home need not change.
 */
export function dataPathSeenByServer(pgdata: string, account: ServerAccount | null): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : pgdata
}

/** Spawn options that give a child the server's identity and nothing of the service's environment (secrets). */
export function identityOf(account: ServerAccount | null) {
  return {
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}
