import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@tandem/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../src/demo/main.ts', import.meta.url))
const sample = fileURLToPath(new URL('../src/demo/sample-board.json', import.meta.url))
const shared = fileURLToPath(new URL('../../../../shared/data/trello/agile-sprint-board.json', import.meta.url))

type Demo = {
  process: ChildProcess
  text(): string
  /** Waits until the transcript matches, and gives the match. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  exitCode: Promise<number | null>
}

let scratch: string
let demo: Demo | null

beforeEach(async () => {
  demo = null
  scratch = await mkdtemp(join(tmpdir(), 'tandem-demo-test-'))
  // The database runs as another user when we are root.
  await chmod(scratch, 0o755)
})

afterEach(async () => {
  demo?.process.kill('SIGKILL')
  await demo?.exitCode
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

/** The demo as `npm run demo` starts it, with its temporary files in `scratch`. */
function startDemo(board: string, ...args: string[]): Demo {
  const { FORCE_COLOR: _, ...rest } = process.env
  const env = { ...rest, NO_COLOR: '1', TMPDIR: scratch, TANDEM_DEMO_BOARD: board }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let wake = Promise.withResolvers<void>()
  const hear = (more: Buffer | null) => {
    text += more ?? ''
    wake.resolve()
    wake = Promise.withResolvers()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const exitCode = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  void exitCode.then(() => hear(null))
  demo = {
    process: child,
    exitCode,
    text: () => text,
    async shows(pattern) {
      for (;;) {
        const match = pattern.exec(text)
        if (match) return match
        if (child.exitCode !== null) throw new Error(`the demo ended without showing ${pattern}:\n${text}`)
        await wake.promise
      }
    },
  }
  return demo
}

const urlIn = (text: string) => /is ready at (\S+),/.exec(text)?.[1] ?? ''

/** No file, and nothing that answers. */
async function expectNothingLeft(text: string): Promise<void> {
  expect(await readdir(scratch)).toEqual([])
  await expect(fetch(`${urlIn(text)}/health/live`)).rejects.toThrow('fetch failed')
}

const acts = [
  /✓ Ada +creates the board “/,
  /✓ service +returns everything as it is in the file/,
  /left out: \d+ labels: /,
  /✓ Rivet +rejects a delivery that the service did not sign: 401/,
  /✓ Ada +delegates [A-Z0-9]+-\d+ “.+” to Rivet/,
  /✓ Rivet +is notified by webhook and verifies the signature/,
  /✓ Rivet +reads the card and plans its \d open items/,
  /✓ Rivet +reports: /,
  /✓ Rivet +asks: .+\?/,
  /✓ Rivet +offers: /,
  /✓ Ada +answers: /,
  /✓ Rivet +completes: /,
  /✓ Rivet +ticks \d items: all \d are done/,
  /✓ Rivet +moves the card to “/,
  /✓ Ada +reads each of them once, by polling with since/,
  /\d+ steps checked, none failed/,
]

function expectWholeStory(text: string): void {
  let from = 0
  for (const act of acts) {
    const at = text.slice(from).search(act)
    expect(at, `${act} in\n${text}`).not.toBe(-1)
    from += at
  }
  expect(text).not.toContain('✗')
}

describe('a run whose claims hold exits 0 and leaves nothing behind', () => {
  test('with the Trello board of the shared data', async (context) => {
    context.skip(!existsSync(shared), `${shared} is not there`)
    const { exitCode, text } = startDemo('')
    expect(await exitCode, text()).toBe(0)
    expectWholeStory(text())
    expect(text()).toContain('adds 5 lists, 18 cards, 16 checklist items, 2 comments')
    await expectNothingLeft(text())
  })

  test('with the sample; --keep leaves the service running until Ctrl-C, so that people can sign in', async () => {
    const { exitCode, text, shows, process } = startDemo(sample, '--keep')
    const [, url = '', email = '', password = ''] = await shows(/is still running at (\S+)\n +sign in as (\S+) with the password (\S+)\n/)
    const ada = createClient({ url })
    await ada.call('auth.login', { email, password })
    expect((await ada.call('board.list')).map(({ name }) => name)).toEqual(['Bicycle Repair Café'])
    process.kill('SIGINT')
    expect(await exitCode, text()).toBe(0)
    expectWholeStory(text())
    await expectNothingLeft(text())
  })
})

describe('a run that does not get to its end exits non-zero, says why and leaves nothing behind', () => {
  test('when the agent dies', async () => {
    const { exitCode, text, shows } = startDemo(sample)
    const [, pid] = await shows(/✓ Rivet +runs as a separate process, (\d+)/)
    process.kill(Number(pid), 'SIGKILL')
    expect(await exitCode).toBe(1)
    expect(text()).toMatch(/✗ .+\n +the agent's process ended \(SIGKILL\)/)
    expect(text()).not.toContain('none failed')
    await expectNothingLeft(text())
  })

  test('when a claim is refused', async () => {
    const board = JSON.parse(await readFile(sample, 'utf8'))
    board.cards[1].name = 'x'.repeat(501)
    const long = join(scratch, 'board.json')
    await writeFile(long, JSON.stringify(board))
    const { exitCode, text } = startDemo(long)
    expect(await exitCode).toBe(1)
    await rm(long)
    expect(text()).toMatch(/✗ Ada +adds 4 lists, 6 cards, .+\n +title: /)
    expect(text()).toMatch(/failed after 3 steps that passed/)
    await expectNothingLeft(text())
  })

  test('when it is interrupted', async () => {
    const { exitCode, text, shows, process } = startDemo(sample)
    await shows(/✓ service +is ready/)
    process.kill('SIGINT')
    expect(await exitCode).toBe(130)
    expect(text()).toContain('interrupted by SIGINT')
    await expectNothingLeft(text())
  })

  test.each([
    ['no JSON', 'not JSON', /not valid JSON/],
    ['no board', '{"name": "A board"}', /is not a Trello board export: name, lists or cards are missing/],
  ])('before anything is started when the file holds %s', async (_, contents, reason) => {
    const file = join(scratch, 'board.json')
    await writeFile(file, contents)
    const { exitCode, text } = startDemo(file)
    expect(await exitCode).toBe(1)
    expect(text()).toMatch(reason)
    expect(await readdir(scratch)).toEqual(['board.json'])
  })
})

describe('with --json', () => {
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('each claim is a line, and the last line is their sum', { meta: { proves: ['cli.demo'] } }, async () => {
    const { exitCode, text } = startDemo(sample, '--json')
    expect(await exitCode, text()).toBe(0)
    const lines = linesOf(text())
    const claims = lines.filter(({ claim }) => claim !== undefined)
    expect(claims.length).toBeGreaterThan(20)
    for (const claim of claims) expect(claim).toEqual({ who: expect.any(String), claim: expect.any(String), held: true })
    expect(lines).toContainEqual({ who: '', note: expect.stringMatching(/^left out: 2 labels/) })
    expect(lines.at(-1)).toEqual({ claims: claims.length, failed: 0, seconds: expect.any(Number) })
    await expectNothingLeft(claims[0].claim)
  })

  test('a run that fails says which claim did not hold', { meta: { proves: ['cli.demo'] } }, async () => {
    const file = join(scratch, 'board.json')
    await writeFile(file, '{"name": "A board"}')
    const { exitCode, text } = startDemo(file, '--json')
    expect(await exitCode).toBe(1)
    expect(linesOf(text())).toEqual([
      { held: false, reason: expect.stringContaining('is not a Trello board export') },
      { claims: 0, failed: 1 },
    ])
  })
})

describe('arguments', () => {
  test('--help says what it does; an unknown one is refused with 2', async () => {
    const asked = startDemo(sample, '--help')
    expect(await asked.exitCode).toBe(0)
    expect(asked.text()).toMatch(/^Usage: npm run demo/)
    const wrong = startDemo(sample, '--fast')
    expect(await wrong.exitCode).toBe(2)
    expect(wrong.text()).toMatch(/'--fast'[^]+Usage: npm run demo/)
  })
})
