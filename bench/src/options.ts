import { parseArgs } from 'node:util'
import { groupNames, rare } from './groups.ts'

export type Options = {
  help: boolean
  only: readonly string[]
  /** Length of one measured round. */
  seconds: number
  rounds: number
  /** How many the group `log` loads. */
  activities: number
  /** The file that the whole report is written to as JSON. */
  json: string | undefined
  /** Write docs/performance.md with its pictures, and the table of docs/self-hosting.md. */
  report: boolean
  /** A report that was saved by `json`: it is rendered, and nothing is measured. */
  reportFrom: string | undefined
  /** Exit with 1 if a figure is not reached. */
  strict: boolean
  /** Take a CPU profile of the service while it does `only`. */
  profileDir: string | undefined
}

/** Throws an Error that says how to call the program. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string' },
      seconds: { type: 'string', default: '1.2' },
      rounds: { type: 'string', default: '3' },
      activities: { type: 'string', default: '1000000' },
      json: { type: 'string' },
      report: { type: 'boolean', default: false },
      'report-from': { type: 'string' },
      strict: { type: 'boolean', default: false },
      profile: { type: 'string' },
      'profile-dir': { type: 'string', default: 'bench-profile' },
    },
  })
  const wanted = values.profile ?? values.only
  const usual = values.report ? groupNames : groupNames.filter((name) => !rare.has(name))
  const only = wanted === undefined ? usual : wanted.split(',').map((name) => name.trim())
  for (const name of only)
    if (!groupNames.includes(name)) throw new Error(`There is no group "${name}": choose from ${groupNames.join(', ')}.`)
  return {
    help: values.help,
    only,
    json: values.json,
    strict: values.strict,
    report: values.report,
    reportFrom: values['report-from'],
    seconds: inRange('--seconds', values.seconds, 0.1, 60),
    rounds: Math.round(inRange('--rounds', values.rounds, 1, 20)),
    activities: Math.round(inRange('--activities', values.activities, 10_000, 1_000_000_000)),
    profileDir: values.profile === undefined ? undefined : values['profile-dir'],
  }
}

function inRange(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= least && value <= most) return value
  throw new Error(`${name} takes a number from ${least} to ${most}.`)
}

export const help = `Usage: npm run bench -- [options]

Runs Tandem and a bare reference server on one PostgreSQL and compares them; see bench/README.md.
The server is an embedded one in a temporary folder, or that of DATABASE_URL (two databases are made and dropped there).

  --only <names>      groups to run, comma-separated: ${groupNames.join(', ')}
  --seconds <n>       length of one measured round (1.2)
  --rounds <n>        interleaved rounds; figures are medians over them (3)
  --activities <n>    how many the group "log" loads (1,000,000); a million takes some 15 s and 0.7 GB of disk
  --json <file>       write the report as JSON too
  --report            write docs/performance.md, docs/performance/*.svg and the table of docs/self-hosting.md;
                      all groups, footprint, growth, log, logged, instances and cold too (some 18 minutes)
  --report-from <file> write them from a report that --json kept, and measure nothing
  --strict            exit with 1 when a figure is not reached or a request failed
  --profile <names>   run these groups with --cpu-prof on the service and list where its CPU time goes
  --profile-dir <dir> where the profile is written (bench-profile)
  --help              this text
`
