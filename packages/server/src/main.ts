import { configHelp } from './config.ts'
import { startService } from './start.ts'

/** `npm start`. */
const options = process.argv.slice(2)
if (options.includes('--help') || options.includes('-h')) {
  process.stdout.write(configHelp())
} else {
  await start().catch((error: Error) => {
    process.stderr.write(`Tandem could not start: ${error.message}\n`)
    process.exit(1)
  })
}

async function start(): Promise<void> {
  if (options[0] !== undefined) throw new Error(`unknown option ${options[0]}. Settings are environment variables: --help lists them.`)
  await startService(process.env)
}
