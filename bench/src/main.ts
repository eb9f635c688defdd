import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runBench } from './bench.ts'
import { verdictOf } from './figures.ts'
import { help, type Options, readOptions } from './options.ts'
import { readReport, writePages } from './page/write.ts'
import { profileLines } from './profile.ts'
import { everyFigure, type Report, reportText } from './report.ts'

/** `npm run bench`: see bench/README.md. */
try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(help)
  else if (options.reportFrom !== undefined) await writePages(await readReport(options.reportFrom))
  else await bench(options)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function bench(options: Options): Promise<void> {
  const profileDir = options.profileDir === undefined ? undefined : resolve(options.profileDir)
  if (profileDir !== undefined) await mkdir(profileDir, { recursive: true })
  const stop = whenAskedToStop()
  const report = await runBench(
    { ...options, profileDir },
    { databaseUrl: process.env.DATABASE_URL || undefined, stop, say: (line) => process.stderr.write(`${line}\n`) },
  )
  process.stdout.write(reportText(report))
  if (profileDir !== undefined) process.stdout.write(`\n${(await profileLines(profileDir)).join('\n')}\n`)
  await keep(report, options, stop)
  const reached = everyFigure(report).every((figure) => verdictOf(figure) !== 'FALLS SHORT')
  if (options.strict && !reached) process.exitCode = 1
}

/** Writes the report. An interrupted run does not replace the published pages. */
async function keep(report: Report, { json, report: isWanted }: Options, stop: AbortSignal): Promise<void> {
  if (json !== undefined) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`)
  if (isWanted && !stop.aborted) await writePages(report)
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
