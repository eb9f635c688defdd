import { checkout } from '../checkout.ts'
import { Answered, exitCodes } from '../failures.ts'
import { command, flag, type Shown } from '../spec.ts'
import { line, plural, type Terminal } from '../terminal/terminal.ts'

/** The service itself, on this machine. Its modules are loaded on demand. */
const settingsNote = 'Settings are environment variables, the same as for npm start.'

export const service = [
  command({
    words: 'serve',
    about: 'run the service, as npm start does',
    detail: `${settingsNote} SIGTERM or Ctrl-C shuts it down cleanly.`,
    options: { settings: flag('list the settings without starting the service'), asBuilt: flag('serve the last build of the web app') },
    examples: [
      ['PORT=4000 DATA_DIR=/var/lib/tandem tandem serve', 'on another port, with its data elsewhere'],
      ['tandem serve --settings', 'all settings and their defaults'],
    ],
    async run({ options }) {
      if (options.settings) return listSettings()
      if (!options.asBuilt) await buildWeb()
      const { startService } = await import('@tandem/server/start')
      await startService(process.env)
      // It ends itself: by signal, with an exit code.
      return new Promise<never>(() => {})
    },
  }),
  command({
    words: 'demo',
    about: 'watch a person and an agent finish a card together, on a temporary service that leaves nothing behind',
    detail: 'The exit code is 0 only if every check passes. With --json, each step is a line, and the last line has the summary.',
    options: { keep: flag('keep the service running at the end, and show how to sign in') },
    examples: [['tandem demo --keep', 'then look around in a browser']],
    async run({ options, terminal }) {
      await buildWeb()
      const { run } = await import('../demo/run.ts')
      const code = await run({ keep: options.keep === true, isJson: terminal.isJson })
      if (code !== exitCodes.done) throw new Answered(code)
    },
  }),
  command({
    words: 'doctor',
    about: 'check everything that the service depends on, and suggest what to do',
    detail: `${settingsNote} It changes nothing; the exit code is 1 when something fails, else 0. With --json each finding is on its own line.`,
    options: { strict: flag('warnings count as failures') },
    examples: [
      ['tandem doctor', 'before the first start, and whenever something seems wrong'],
      ['tandem doctor --json --strict', 'for a deployment script'],
    ],
    async run({ options, terminal }) {
      const { examine } = await import('@tandem/server/administration')
      const counts = { ok: 0, warn: 0, fail: 0 }
      for await (const finding of examine(process.env)) {
        counts[finding.state] += 1
        terminal.result(finding, findingText(terminal, finding))
      }
      if (!terminal.isJson) terminal.note(`\n${plural(counts.fail, 'failure')}, ${plural(counts.warn, 'warning')}, ${counts.ok} ok`)
      if (counts.fail > 0 || (options.strict && counts.warn > 0)) throw new Answered(exitCodes['refused or failed'])
    },
  }),
]

async function listSettings(): Promise<Shown> {
  const { configHelp } = await import('@tandem/server')
  const text = configHelp()
    .replace(/^Usage: .*\n\n/, '')
    .trimEnd()
  return { value: { text }, text }
}

const colours = { ok: 'green', warn: 'yellow', fail: 'red' } as const

type Finding = { check: string; state: keyof typeof colours; says: string; todo?: string }

function findingText(terminal: Terminal, { check, state, says, todo }: Finding): string {
  const first = `${terminal.paint(colours[state], state.padEnd(4))}  ${check.padEnd(13)}  ${line(says)}`
  return todo === undefined ? first : `${first}\n${' '.repeat(21)}${terminal.paint('dim', `→ ${line(todo)}`)}`
}

/** As `prestart` does: builds the web app if its sources are newer than its build. Outside a checkout it is built already. */
async function buildWeb(): Promise<void> {
  if (checkout === null) return
  const { spawn } = await import('node:child_process')
  const { join } = await import('node:path')
  const script = join(checkout, 'scripts', 'build-web.cjs')
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [script, '--behind'], { stdio: ['ignore', 2, 2] })
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
}
