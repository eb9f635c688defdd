import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { identityOf, type ServerAccount } from '../server-options.ts'

export type BinaryRun = { code: number | null; output: string }

/**
 * Runs one of PostgreSQL's programs to its end under the server's identity.
 * Throws the system's error when it cannot be executed at all (EACCES, ENOENT).
 */
export async function runBinary(
  program: string,
  args: string[],
  options: { account: ServerAccount | null; cwd: string; input?: string },
): Promise<BinaryRun> {
  const child = spawn(program, args, { ...identityOf(options.account), cwd: options.cwd, stdio: 'pipe' })
  // A program that fails early closes its stdin first; its exit code is the news then, not EPIPE.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: `${out}${err}`.trim() }
}
