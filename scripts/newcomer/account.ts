import { readFileSync } from 'node:fs'

/** An account of this machine; null: the account that runs this script. */
export type Account = { uid: number; gid: number }

const isRoot = process.geteuid?.() === 0

/** The account `nobody` if this process runs as root, else null. Throws on a machine without such an account. */
export function ordinaryUser(): Account | null {
  if (!isRoot) return null
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined) throw new Error('/etc/passwd has no account "nobody": run this as an ordinary user')
  return { uid: Number(uid), gid: Number(gid) }
}
