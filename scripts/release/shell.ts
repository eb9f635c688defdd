import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** What a package is tried with: our Node first, and npm without a word of its own. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  NO_COLOR: '1',
  npm_config_update_notifier: 'false',
}

/** Runs a program in a folder and answers what it wrote. Throws all of it when the exit code is another than 0. */
export function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env: environment, encoding: 'utf8', maxBuffer: 2 ** 27 })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
