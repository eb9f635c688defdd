import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** The environment in which a package is tried: our Node first, and npm without notices. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  NO_COLOR: '1',
  npm_config_update_notifier: 'false',
}

/** Runs a program in a folder and returns its output. Throws with all of the output if the exit code is not 0. */
export function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env: environment, encoding: 'utf8', maxBuffer: 2 ** 27 })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
