import { chown, rename, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { databaseUser, dataPathSeenByServer, type ServerAccount, type ServerOptions } from './server-options.ts'

const mapName = 'service'
const files = { hba_file: 'tandem_hba.conf', ident_file: 'tandem_ident.conf' } as const

/**
 * The server's rules of who may connect: over the socket alone, the account that the service runs under, and root, who can become any
 * account. The kernel tells the account at the other end (`peer`), so there is no password to keep. The server's own account, when it is
 * another one, may be shared with other programs and is refused.
 *
 * These files are beside `pg_hba.conf` and replace it by the command line: data directories of older releases, whose `pg_hba.conf` trusts
 * every process that reaches the socket, need no change. Written anew at each start; call it while the directory is free.
 */
export async function writeAccessRules({ pgdata, account }: Pick<ServerOptions, 'pgdata' | 'account'>): Promise<void> {
  await put(join(pgdata, files.hba_file), `local all ${databaseUser} peer map=${mapName}\n`, account)
  const names = new Set([userInfo().username, 'root'])
  await put(join(pgdata, files.ident_file), [...names].map((name) => `${mapName} "${name}" ${databaseUser}\n`).join(''), account)
}

/** The settings that make the server read these files. */
export function accessSettings({ pgdata, account }: Pick<ServerOptions, 'pgdata' | 'account'>): Record<string, string> {
  const folder = dataPathSeenByServer(pgdata, account)
  return Object.fromEntries(Object.entries(files).map(([setting, name]) => [setting, join(folder, name)]))
}

async function put(path: string, text: string, account: ServerAccount | null): Promise<void> {
  const draft = `${path}.new`
  await writeFile(draft, text, { mode: 0o600 })
  if (account) await chown(draft, account.uid, account.gid)
  await rename(draft, path)
}
