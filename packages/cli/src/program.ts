import { Command, CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { build, partAtDashes } from './build.ts'
import { commands, groups } from './commands.ts'
import { exitCodes, tellFailure } from './failures.ts'

const environmentHelp = `
Environment:
  TANDEM_URL     where the service is; else where you signed in last, else http://127.0.0.1:3000
  TANDEM_TOKEN   the token, kbt_…, of whoever acts; else the one that tandem login has kept
  NO_COLOR       no colours

Exit codes: ${Object.entries(exitCodes)
  .map(([meaning, code]) => `${code} ${meaning}`)
  .join(', ')}.`

export function createProgram(behindDashes: readonly string[] = []): Command {
  const program = new Command('tandem')
    .description('A work board on which people and software agents are colleagues')
    .version(packageJson.version)
    .showHelpAfterError('(tandem --help and tandem <command> --help say what there is)')
    .addHelpText('after', environmentHelp)
  // Commands take over these two when they are made.
  program.exitOverride().configureOutput({ outputError: (text, write) => write(text) })
  build(program, { commands, groups, behindDashes })
  return program
}

/** Runs one command line and answers its exit code. Never throws. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const { own, behindDashes } = partAtDashes(args, commands)
    await createProgram(behindDashes).parseAsync(own, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // Commander has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes['wrong usage']
    return tellFailure(error, args.includes('--json'))
  }
}
