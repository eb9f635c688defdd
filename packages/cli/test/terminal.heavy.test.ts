import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { urlOf } from '../../server/test/kit/database.ts'
import { startTestService, type TestService } from '../../server/test/kit/service.ts'
import { hasTerminals, type OnTerminal, onTerminal, terminalColumns, whyNoTerminals } from './fixture/on-a-terminal.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

const key = randomBytes(32).toString('base64')
const escape = '\u001b'
let tandem: TestService
let machine: Machine

beforeAll(async () => {
  tandem = await startTestService({ environment: { INTEGRATION_SECRET_KEY: key } })
  const ada = await tandem.register('Ada')
  await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })
  const { token } = (await ada.post('/api/tokens', { label: 'cli', scopes: ['admin'] })).body
  machine = await createMachine({
    DATABASE_URL: urlOf(tandem.address),
    DATA_DIR: tandem.config.DATA_DIR,
    INTEGRATION_SECRET_KEY: key,
    TANDEM_URL: tandem.url,
    TANDEM_TOKEN: token,
  })
})
beforeEach(({ skip }) => skip(!hasTerminals, whyNoTerminals))
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})

/** With NO_COLOR only when it is given. */
function start(args: readonly string[], more: Record<string, string> = {}): OnTerminal {
  const { NO_COLOR: _, ...own } = machine.environment
  return onTerminal(args, { ...own, ...more })
}

/** The final output of a terminal. */
async function shownBy(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const terminal = start(args, more)
  expect(await terminal.ended, terminal.shown()).toBe(0)
  return terminal.shown()
}

describe('colours', () => {
  test('are there on a terminal, and not with NO_COLOR; the words are the same', { meta: { proves: ['terminal.progress'] } }, async () => {
    const coloured = await shownBy(['user', 'list'])
    expect(coloured).toContain(escape)
    const plain = await shownBy(['user', 'list'], { NO_COLOR: '1' })
    expect(plain).toContain('@ada')
    expect(plain).not.toContain(escape)
    expect(stripVTControlCharacters(coloured)).toBe(plain)
  })

  test('are absent when the output is no terminal, also when the environment asks for them', async () => {
    const { code, stdout } = await machine.run(['user', 'list'], { environment: { TERM: 'xterm-256color', COLORTERM: 'truecolor' } })
    expect({ code, isColoured: stdout.includes(escape) }).toEqual({ code: 0, isColoured: false })
  })

  test('are not in what --json writes', async () => {
    const shown = await shownBy(['user', 'list', '--json'])
    expect(JSON.parse(shown)).toContainEqual(expect.objectContaining({ name: 'Ada' }))
  })
})

describe('progress', () => {
  /** Every line that was written over, without what clears it. */
  const steps = (shown: string) => shown.split(`\r${escape}[K`).slice(1, -1)
  const backup = () => join(machine.home, 'tandem.tar')
  const backUp = (...args: string[]) => shownBy(['backup', '--out', backup(), '--force', ...args])

  test('of a backup is a bar on one line, which is gone when the result is there', async () => {
    const shown = await backUp()
    expect(steps(shown).length).toBeGreaterThan(0)
    for (const step of steps(shown)) expect(step).toMatch(/^backing up \[#*\.*\] [\d.]+ (B|[KM]iB) of [\d.]+ (B|[KM]iB)$/)
    expect(stripVTControlCharacters(shown.split('\r').at(-2) ?? '')).toContain(backup())
  })

  test('of a check names its steps one after the other', async () => {
    const names = steps(await shownBy(['check'])).flatMap((step) => /^(\w+) \[#*\.*\] \d+ of \d+$/.exec(step)?.[1] ?? [])
    expect(new Set(names)).toEqual(new Set(['proving', 'reading']))
  })

  test('of an export says how much has come, and never takes more than the line', async () => {
    const path = join(machine.home, `${'long-'.repeat(30)}.json`)
    const [first = ''] = steps(await shownBy(['board', 'export', 'ENG', '--output', path]))
    expect(first).toMatch(/[\d.]+ (B|KiB)$/)
    expect(first.length).toBeLessThan(terminalColumns)
  })

  test('is not shown with --json, nor where no terminal reads', { meta: { proves: ['terminal.progress'] } }, async () => {
    expect(JSON.parse(await backUp('--json'))).toMatchObject({ file: backup() })
    const piped = await machine.run(['backup', '--out', backup(), '--force'])
    expect(piped).toMatchObject({ code: 0, stderr: '' })
  })

  test('of work that fails is gone before the reason is told', async () => {
    await backUp()
    const terminal = start(['restore', backup()])
    expect(await terminal.ended).toBe(1)
    expect(steps(terminal.shown()).some((step) => step.startsWith('checking ['))).toBe(true)
    expect(terminal.shown().split(`\r${escape}[K`).at(-1)).toMatch(/^[A-Z]/)
  })
})
