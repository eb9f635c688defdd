import { run } from './program.ts'

/** `npx tandem`. */
// Who reads a few lines only, such as head, has had enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

// An early exit is a failure.
process.exitCode = 1
process.exitCode = await run(process.argv.slice(2))
