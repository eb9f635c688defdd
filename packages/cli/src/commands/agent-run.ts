import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { Connection } from '../connection.ts'
import { onSignal } from '../end-signals.ts'
import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { count } from '../read-option.ts'
import { commandLine } from '../runner/fill.ts'
import { readFilter } from '../runner/filter.ts'
import { repositoryAround } from '../runner/place.ts'
import { type Profile, profiles } from '../runner/profiles.ts'
import { leftNote, queued, runAgent } from '../runner/run.ts'
import { runnerFolder } from '../runner/state.ts'
import { command, flag, many, oneOf, parsed, text } from '../spec.ts'
import { columns, line, plural } from '../terminal/terminal.ts'

const promptWays = ['stdin', 'file'] as const
const usual = { concurrency: 1, heartbeatSeconds: 300, killAfterSeconds: 10 }

export const agentRun = command({
  words: 'agent run [command...]',
  about: 'run any command as an agent: it starts for each card that is delegated to the agent, and its work is reported',
  detail: `The current token must belong to an agent. Each session is claimed, so that no other runner starts it too; the command gets the card as
a prompt, and TANDEM_MCP_URL, TANDEM_TOKEN, TANDEM_CARD and TANDEM_SESSION in its environment. In a repository it runs in a git worktree
on a branch named after the card. Its output is shown in the session. Exit code 0 completes the session with the last lines of output, or with
the content of TANDEM_SUMMARY_FILE; any other code fails it. Placeholders such as {promptFile} are filled in; docs/agent-runner.md lists them.`,
  options: {
    profile: oneOf('name', Object.keys(profiles), 'a known agent; arguments after -- are added to its command line'),
    cardFilter: parsed('conditions', 'only cards that match a search, such as label=bug&priority=high', readFilter),
    board: many('board', 'only cards of this board; default: of all boards that the owner of the agent is on or has accepted'),
    prompt: oneOf('way', promptWays, 'how the command gets the card: on its standard input, or as the file {promptFile}'),
    concurrency: count('n', `maximum number of concurrent sessions; default: ${usual.concurrency}`),
    workDir: text('folder', 'where worktrees and directories are created; default: the state folder'),
    once: flag('exit when nothing is queued; with code 1 if a session failed'),
    dryRun: flag('show what would be claimed and run, and claim nothing'),
    mcpUrl: text('url', 'URL of the MCP tools of the service; default: the URL of the service and /mcp', { variable: 'TANDEM_MCP_URL' }),
    heartbeat: count('seconds', `seconds between heartbeats while the command prints nothing; default: ${usual.heartbeatSeconds}`),
    killAfter: count(
      'seconds',
      `how long a command may take to end when asked to, before it is killed; default: ${usual.killAfterSeconds}`,
    ),
    state: text('folder', 'where running sessions are recorded', { variable: 'TANDEM_RUNNER_STATE' }),
  },
  examples: [
    ['tandem agent run --profile claude', 'Claude Code works on cards that are delegated to the agent, in worktrees of this repository'],
    ['tandem agent run --profile codex --card-filter "label=bug&priority=high" --concurrency 2', 'only matching cards, two at once'],
    ['tandem agent run --prompt file -- ./fix.sh {promptFile}', 'a script of your own'],
    ['tandem agent run --once --json -- ./nightly.sh', 'from cron: works on everything that is queued, then exits'],
  ],
  async run({ args, options, connect, terminal }) {
    if (process.platform === 'win32') throw new Complaint('wrong usage', 'Commands are run by a POSIX shell. On Windows, use WSL.')
    const profile = options.profile === undefined ? undefined : profiles[options.profile]
    const program = await programOf(profile, args.command)
    const connection = await connect()
    const agent = await agentOf(connection)
    const { client, url, token } = connection
    const boardIds: string[] = []
    for (const board of options.board) boardIds.push((await findBoard(client, board)).id)
    const wanted = { agent, filter: options.cardFilter, boardIds }
    if (options.dryRun) return wouldRun(await queued({ client }, wanted), commandLine(profile, args.command), terminal.note)
    const base = resolve(options.state ?? runnerFolder({ url, actorId: agent.id }))
    const { draining, leaving } = askedToStop()
    const sum = await runAgent(
      { client, url, terminal },
      {
        ...wanted,
        base,
        draining,
        once: options.once === true,
        concurrency: options.concurrency ?? usual.concurrency,
        statusText: `Running ${program.split('/').at(-1)}`.slice(0, 280),
        setting: {
          client,
          url,
          token,
          profile,
          leaving,
          typed: absolute(args.command),
          mcpUrl: options.mcpUrl ?? `${url}/mcp`,
          prompt: options.prompt ?? profile?.prompt ?? (args.command.some((word) => /\{prompt(File)?\}/.test(word)) ? 'file' : 'stdin'),
          root: await repositoryAround(process.cwd()),
          workDir: resolve(options.workDir ?? join(base, 'work')),
          heartbeatMs: (options.heartbeat ?? usual.heartbeatSeconds) * 1_000,
          killAfterMs: (options.killAfter ?? usual.killAfterSeconds) * 1_000,
          note: terminal.note,
        },
      },
    )
    return {
      value: { did: 'finish', ...sum },
      text: `${plural(sum.worked, 'session')} run, ${sum.failed} failed`,
      ...(options.once && sum.failed > 0 && { exitCode: 1 }),
    }
  },
})

/** The program that the command starts. Throws for a command that cannot be run, or that would run what a card says. */
async function programOf(profile: Profile | undefined, words: readonly string[]): Promise<string> {
  const [program] = commandLine(profile, words)
  if (program === undefined)
    throw new Complaint(
      'wrong usage',
      `Add a command after --, or use one of the profiles ${Object.keys(profiles).join(', ')} with --profile.`,
    )
  if (putsPromptIntoScript(words))
    throw new Complaint(
      'wrong usage',
      '{prompt} must be an argument of its own: in a script the shell would run what the card says. Use {promptFile}, or read standard input.',
    )
  if (!(await isThere(program))) throw new Complaint('not found', `Command ${program} not found. Install it, or check PATH.`)
  return program
}

/** The answer of a dry run: the sessions that would be taken, and the command. Notes say why others are left. */
function wouldRun({ wanted: sessions, left }: Awaited<ReturnType<typeof queued>>, words: string[], note: (text: string) => void) {
  for (const { session, because } of left) note(leftNote(session, because))
  const rows = sessions.map(({ cardKey, id, trigger }) => [cardKey, id, trigger.type])
  return {
    value: { command: words, sessions },
    text: `${plural(sessions.length, 'session')} would run: ${line(words.join(' '))}\n${columns(rows)}`.trimEnd(),
  }
}

async function agentOf({ client }: Connection): Promise<{ id: string; name: string }> {
  const { id, name, kind } = await client.call('me.get')
  if (kind === 'agent') return { id, name }
  throw new Complaint(
    'not allowed',
    `This token belongs to ${line(name)}, a person. Set TANDEM_TOKEN to an agent's token: tandem agent create and tandem token create make one.`,
  )
}

/** Quotes around `{prompt}` do not help: the text may contain quotes. */
function putsPromptIntoScript([program = '', ...words]: readonly string[]): boolean {
  const isShell = /(?:^|\/)(?:[abdkz]|fi|tc|c)?sh$/.test(program)
  return words.some((word) => word.includes('{prompt}') && (isShell || /\s/.test(word)))
}

/** A relative path refers to the current folder, but the command runs in another one. */
const absolute = (words: readonly string[]): string[] =>
  words.map((word, at) => (at === 0 && word.includes('/') && !isAbsolute(word) ? resolve(word) : word))

async function isThere(program: string): Promise<boolean> {
  const places = program.includes('/')
    ? [resolve(program)]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

/** Ctrl-C takes no more sessions; a second one, or SIGTERM, ends the running ones. */
function askedToStop(): { draining: AbortSignal; leaving: AbortSignal } {
  const [draining, leaving] = [new AbortController(), new AbortController()]
  onSignal('SIGINT', (nth) => (nth === 1 ? draining : leaving).abort())
  process.on('SIGTERM', () => {
    draining.abort()
    leaving.abort()
  })
  return { draining: draining.signal, leaving: leaving.signal }
}
