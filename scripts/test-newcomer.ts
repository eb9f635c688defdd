import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { countLine } from './count-reporter.ts'
import { ordinaryUser } from './newcomer/account.ts'
import { killAll } from './newcomer/command.ts'
import { travel } from './newcomer/journey.ts'
import { breakGround, type Furnishing, settle } from './newcomer/place.ts'
import { readInstructions } from './newcomer/readme.ts'
import { createReport } from './newcomer/report.ts'
import { endProcessesOf } from './newcomer/traces.ts'

/**
 * `npm run test:newcomer -- [FILTER…]`: clones the committed files into a folder of its own and follows README.md to the letter, as a new
 * user would: installs, starts, looks at everything once, ends, starts again, runs the demo. Anything that README.md does not promise is a
 * failure: words on stderr, a warning in the log, a changed file, a process that stays.
 */
const origin = join(import.meta.dirname, '..')
const besides = existsSync(join(origin, '..', 'shared'))

const variants: Record<string, () => Furnishing> = {
  // Before root writes to npm's cache.
  'as an ordinary user': () => ({ account: ordinaryUser(), shared: besides }),
  'as it is': () => ({ account: null, shared: besides }),
  'with --ignore-scripts, and nothing beside it': () => ({ account: null, shared: false, npmrc: 'ignore-scripts=true\n' }),
}

const filters = process.argv.slice(2)
const chosen = Object.entries(variants).filter(([name]) => filters.length === 0 || filters.some((filter) => name.includes(filter)))
if (chosen.length === 0) throw new Error(`none is called so: ${Object.keys(variants).join(', ')}`)

const report = createReport((text) => process.stdout.write(text))
const instructions = readInstructions(origin)
const ground = await breakGround(origin)

/** Ends all processes and removes all files, also after a failure. */
async function clear(): Promise<void> {
  killAll()
  await endProcessesOf(ground.root)
  await rm(ground.root, { recursive: true, force: true, maxRetries: 5 })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void clear().then(() => process.exit(1)))

try {
  for (const [name, furnish] of chosen) {
    process.stdout.write(`\n${name}\n`)
    const place = await report.check('git clone, into a folder with a space in its name', () => settle(ground, furnish()))
    if (!place) continue
    await travel(place, instructions, report)
    killAll()
    await endProcessesOf(place.folder)
    await place.remove()
  }
} finally {
  await clear()
}
const counts = { ...report.counts(), skipped: 0 }
process.stdout.write(`\n${countLine(counts)}\n`)
process.exitCode = counts.failed > 0 ? 1 : 0
