import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { EmbeddedPostgresError } from './errors.ts'
import type { ServerAccount } from './server-options.ts'

const preferredNames = ['postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root. As root, takes the account that owns the data directory already
 * (so a directory never changes hands between starts), else `postgres`, else `nobody`.
 * Returns null when the service is an ordinary user. Throws `no_account`.
 */
export async function chooseServerAccount(pgdata: string): Promise<ServerAccount | null> {
  if (process.geteuid?.() !== 0) return refuseNamelessUser()
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'))
  const ownerUid = await stat(pgdata).then(
    ({ uid }) => uid,
    () => 0,
  )
  const named = (name: string) => accounts.find((account) => account.name === name)
  const account = accounts.find(({ uid }) => uid !== 0 && uid === ownerUid) ?? preferredNames.map(named).find((found) => found)
  if (account) return account
  throw new EmbeddedPostgresError(
    'no_account',
    'PostgreSQL does not run as root, and neither "postgres" nor "nobody" exists in /etc/passwd. ' +
      'Create an account (useradd --system postgres), start Tandem as an ordinary user, or set DATABASE_URL.',
  )
}

/** initdb looks its own uid up by name, so `docker run --user 12345` fails there with an error that does not name the cause. */
function refuseNamelessUser(): null {
  try {
    userInfo()
    return null
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'no_account',
      `The uid ${process.geteuid?.()} has no entry in /etc/passwd, which initdb needs. ` +
        'Add one, start Tandem under another account, or set DATABASE_URL.',
      { cause },
    )
  }
}

function parsePasswd(text: string): ServerAccount[] {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid))
}
