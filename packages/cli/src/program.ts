import { Command, CommanderError } from 'commander'
import { type AddCommand, addConnectionOptions } from './command.ts'
import { addListen } from './commands/listen.ts'
import { exitCodeOf, exitCodes } from './failures.ts'

const commands: readonly AddCommand[] = [addListen]

const environmentHelp = `
Environment:
  TANDEM_URL     where the service is (http://127.0.0.1:3000)
  TANDEM_TOKEN   the token, kbt_…, of whoever acts: yourself or an agent of yours
  NO_COLOR       no colours

Exit codes: ${Object.entries(exitCodes)
  .map(([meaning, code]) => `${code} ${meaning}`)
  .join(', ')}.`

/** Runs one command line and answers its exit code. Never throws. */
export async function run(args: readonly string[]): Promise<number> {
  const program = new Command('tandem')
    .description('A work board on which people and software agents are colleagues')
    .showHelpAfterError('(tandem --help and tandem <command> --help say what there is)')
    .addHelpText('after', environmentHelp)
  addConnectionOptions(program)
  // Commands take over these two when they are made.
  program.exitOverride().configureOutput({ outputError: (text, write) => write(text) })
  for (const add of commands) add(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // Commander has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes['wrong usage']
    process.stderr.write(`${(error as Error).message}\n`)
    return exitCodeOf(error)
  }
}
