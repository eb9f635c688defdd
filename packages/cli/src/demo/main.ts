import { parseArgs } from 'node:util'
import { run } from './run.ts'

/** `npm run demo`. */
const help = `Usage: npm run demo [-- --keep --json]

Starts a service on a temporary directory, creates a board from a Trello export and lets a person and an
agent, which is a separate process, finish a card together through the public API. Every step is checked;
the exit code is 0 only if all checks pass. Nothing is left behind.

  --keep    leave the service running at the end, and show how to sign in; Ctrl-C ends it
  --json    write each step as a line of JSON
  --help    this text

  TANDEM_DEMO_BOARD=<path>   another Trello board export
  NO_COLOR=1                 no colors
`

async function main(): Promise<number> {
  const { values, problem } = options()
  if (problem !== null) return complain(problem)
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  return run({ keep: values.keep, isJson: values.json })
}

function options() {
  const none = { help: false, keep: false, json: false }
  try {
    const { values } = parseArgs({
      options: { help: { type: 'boolean', short: 'h' }, keep: { type: 'boolean' }, json: { type: 'boolean' } },
    })
    return { values: { ...none, ...values }, problem: null }
  } catch (error) {
    return { values: none, problem: (error as Error).message }
  }
}

function complain(problem: string): number {
  process.stderr.write(`${problem}\n\n${help}`)
  return 2
}

// An early exit is a failure.
process.exitCode = 1
process.exitCode = await main()
