import { Command, CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { build, disguiseBehindDashes, undisguised } from './build.ts'
import { commands, groups } from './commands.ts'
import { Complaint, exitCodes, printFailure } from './failures.ts'

const environmentHelp = `
Environment:
  TANDEM_URL     URL of the service; default: that of your last login, or http://127.0.0.1:3000
  TANDEM_TOKEN   the token (kbt_…) to use; default: the one that tandem login stored
  NO_COLOR       no colors

Exit codes: ${Object.entries(exitCodes)
  .map(([meaning, code]) => `${code} ${meaning}`)
  .join(', ')}.`

const whereHelpIs = '(see tandem --help and tandem <command> --help)'

/** With `isJson`, `run` reports invalid command lines. */
export function createProgram(isJson = false): Command {
  const program = new Command('tandem')
    .description('A work board for people and software agents')
    .version(packageJson.version)
    .showHelpAfterError(whereHelpIs)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', environmentHelp)
  // Commands inherit these two when they are created.
  program.exitOverride().configureOutput({
    outputError: (text, write) => write(undisguised(text)),
    ...(isJson && { writeErr: () => {} }),
  })
  build(program, { commands, groups })
  return program
}

/** Runs one command line and returns its exit code. Never throws. */
export async function run(given: readonly string[]): Promise<number> {
  const args = disguiseBehindDashes(given)
  const isJson = args.includes('--json')
  try {
    await createProgram(isJson).parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof CommanderError)) return printFailure(error, isJson)
    if (error.exitCode === 0) return exitCodes.done
    // Commander has printed the message for people.
    return isJson ? printFailure(wrongUsage(error), isJson) : exitCodes['wrong usage']
  }
}

function wrongUsage({ code, message }: CommanderError): Complaint {
  const said = code === 'commander.help' ? 'a command is missing' : undisguised(message).replace(/^error: /, '')
  return new Complaint('wrong usage', `${said} ${whereHelpIs}`)
}
