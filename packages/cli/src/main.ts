import { run } from './program.ts'

/** `npx tandem`. */
// A reader such as head closes the pipe after a few lines: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

// An early exit is a failure.
process.exitCode = 1
process.exitCode = await run(process.argv.slice(2))
