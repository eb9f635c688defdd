import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerAccount } from './site.ts'

/**
 * Makes a private folder (mode 0700) for the server's socket and returns its path.
 * It is not in the data directory: the kernel cuts socket paths at 107 bytes (macOS: 103) and DATA_DIR can be longer.
 * It is /tmp and not TMPDIR where possible: TMPDIR can be long too, or below a home that the server's account cannot enter.
 */
export async function makeSocketDirectory(account: ServerAccount | null): Promise<string> {
  const socketDir = await mkdtemp('/tmp/tandem-').catch(() => mkdtemp(join(tmpdir(), 'tandem-')))
  if (account) await chown(socketDir, account.uid, account.gid)
  return socketDir
}

export async function removeSocketDirectory(socketDir: string): Promise<void> {
  await rm(socketDir, { recursive: true, force: true })
}
