import { run } from './program.ts'

/** `npx tandem`. */
// Whatever breaks off before the end has not succeeded.
process.exitCode = 1
process.exitCode = await run(process.argv.slice(2))
