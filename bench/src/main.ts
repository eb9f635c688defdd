import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runBench } from './bench.ts'
import { verdictOf } from './figures.ts'
import { help, type Options, readOptions } from './options.ts'
import { profileLines } from './profile.ts'
import { everyFigure, reportText } from './report.ts'

/** `npm run bench`: see bench/README.md. */
try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(help)
  else await bench(options)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function bench(options: Options): Promise<void> {
  const profileDir = options.profileDir === undefined ? undefined : resolve(options.profileDir)
  if (profileDir !== undefined) await mkdir(profileDir, { recursive: true })
  const report = await runBench(
    { ...options, profileDir },
    { databaseUrl: process.env.DATABASE_URL || undefined, stop: whenAskedToStop(), say: (line) => process.stderr.write(`${line}\n`) },
  )
  process.stdout.write(reportText(report))
  if (profileDir !== undefined) process.stdout.write(`\n${(await profileLines(profileDir)).join('\n')}\n`)
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
  const reached = everyFigure(report).every((figure) => verdictOf(figure) !== 'FALLS SHORT')
  if (options.strict && !reached) process.exitCode = 1
}

/** An interrupted run still ends its processes and removes what it made. */
function whenAskedToStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.exitCode = 1
      stop.abort()
    })
  }
  return stop.signal
}
