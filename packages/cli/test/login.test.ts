import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { hasTerminals, onTerminal, whyNoTerminals } from './fixture/on-a-terminal.ts'
import { createMachine, type Ended, type Machine } from './fixture/tandem.ts'

let tandem: TestService
let ada: Person
let email: string
let machine: Machine

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  email = (await ada.get('/api/me')).body.email
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

const run = (...args: string[]): Promise<Ended> => machine.run(args)
const signIn = (): Promise<Ended> => machine.run(['login', tandem.url, '--email', email, '--password-stdin'], { stdin: `${password}\n` })
const keptFile = () => join(machine.home, 'config', 'tandem', 'logins.json')
const kept = async () => JSON.parse(await readFile(keptFile(), 'utf8'))
const tokens = async () => (await ada.get('/api/tokens')).body as { id: string; label: string }[]

describe('tandem login', () => {
  test('keeps a token for its owner alone, and commands act with it until logout revokes it', {
    meta: { proves: ['cli.login', 'cli.logout', 'cli.whoami'] },
  }, async () => {
    const signedIn = await signIn()
    expect(signedIn).toMatchObject({ code: 0, stdout: `Signed in to ${tandem.url} as Ada (@${ada.handle}).\n` })
    expect((await stat(keptFile())).mode & 0o777).toBe(0o600)
    expect((await stat(join(machine.home, 'config', 'tandem'))).mode & 0o777).toBe(0o700)
    const { token, tokenId } = (await kept()).services[tandem.url]
    expect(await readFile(keptFile(), 'utf8')).not.toContain(password)
    expect(signedIn.stdout + signedIn.stderr).not.toContain(token)
    expect((await tokens()).map(({ id }) => id)).toContain(tokenId)

    const me = await run('whoami', '--json')
    expect(me.json).toMatchObject({ url: tandem.url, id: ada.actorId, email })
    expect(me.json.auth.scopes).toEqual(expect.arrayContaining(['admin', 'tokens:write']))
    expect((await run('board', 'create', 'Mine')).code).toBe(0)

    const out = await run('logout')
    expect(out).toMatchObject({ code: 0 })
    expect((await tokens()).map(({ id }) => id)).not.toContain(tokenId)
    expect(await tandem.withToken(token).get('/api/me')).toMatchObject({ status: 401 })
    expect(await run('whoami', '--url', tandem.url)).toMatchObject({ code: 2, stderr: expect.stringContaining('tandem login') })
    expect(await run('logout', tandem.url)).toMatchObject({ code: 3 })
  })

  test('ends its web session: nothing but the token is left behind', { meta: { proves: ['cli.login'] } }, async () => {
    const sessions = async () => (await tandem.database.pool.query('select count(*)::int as n from web_sessions')).rows[0].n
    const before = await sessions()
    expect((await signIn()).code).toBe(0)
    expect(await sessions()).toBe(before)
  })

  test('refuses a wrong password, an address that is no service, unknown scopes, and questions without a terminal', {
    meta: { proves: ['terminal.exit-codes'] },
  }, async () => {
    expect(await machine.run(['login', tandem.url, '--email', email, '--password-stdin'], { stdin: 'wrong wrong' })).toMatchObject({
      code: 5,
    })
    expect(await machine.run(['login', 'http://127.0.0.1:9', '--email', email, '--password-stdin'], { stdin: 'x' })).toMatchObject({
      code: 4,
    })
    expect(await run('login', 'tandem.example.com')).toMatchObject({ code: 2, stderr: expect.stringContaining('Invalid URL') })
    expect(await run('login', tandem.url, '--scopes', 'boards:eat')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('boards:read'),
    })
    expect(await run('login', tandem.url)).toMatchObject({ code: 2, stderr: expect.stringContaining('--password-stdin') })
    expect(await run('login', tandem.url, '--email', email)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('without a terminal'),
    })
    await expect(stat(keptFile())).rejects.toThrow('ENOENT')
  })

  test('takes a token that is piped in or stands in the environment; logout leaves such a one as it was', {
    meta: { proves: ['cli.logout'] },
  }, async () => {
    const robo = await tandem.agent(ada, 'Robo')
    const piped = await machine.run(['login', tandem.url, '--token'], { stdin: `${robo.token}\n` })
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining('Robo') })
    expect(await run('logout')).toMatchObject({ code: 0, stdout: expect.stringContaining('token kept') })
    const environment = { TANDEM_TOKEN: robo.token ?? '' }
    expect(await machine.run(['login', tandem.url, '--token'], { environment })).toMatchObject({ code: 0 })
    expect((await run('whoami', '--json')).json).toMatchObject({ id: robo.actorId })
    expect(await robo.get('/api/me')).toMatchObject({ status: 200 })
    expect(await machine.run(['login', tandem.url, '--token'], { stdin: 'hello' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('kbt_'),
    })
    expect(await machine.run(['login', tandem.url, '--token'], { stdin: 'kbt_unknown' })).toMatchObject({ code: 5 })
  })

  test('a file that holds no logins is not written over, and one that others can read is told', async () => {
    await signIn()
    const { chmod } = await import('node:fs/promises')
    await chmod(keptFile(), 0o644)
    expect((await run('whoami')).stderr).toContain('chmod 600')
    await writeFile(keptFile(), 'something else')
    expect(await signIn()).toMatchObject({ code: 1, stderr: expect.stringContaining('Remove it') })
    expect(await readFile(keptFile(), 'utf8')).toBe('something else')
  })

  test('asks on a terminal, and shows nothing of the password', async ({ skip }) => {
    skip(!hasTerminals, whyNoTerminals)
    const terminal = onTerminal(['login', tandem.url], machine.environment)
    await until(() => terminal.shown().includes('E-mail: '))
    terminal.type(`${email}\r`)
    await until(() => terminal.shown().includes('Password: '))
    terminal.type(`${password}\r`)
    expect(await terminal.ended).toBe(0)
    const shown = terminal.shown()
    expect(shown).toContain(email)
    expect(shown).toContain(`Signed in to ${tandem.url} as Ada`)
    expect(shown).not.toContain(password)
  })
})

describe('agents and tokens', () => {
  test('an agent is made, put on a board and given a token, which is on stdout once and alone', {
    meta: { proves: ['cli.agent.create', 'cli.agent.list', 'cli.token.create', 'cli.token.list', 'cli.token.revoke'] },
  }, async () => {
    await signIn()
    await run('board', 'create', 'Engine', '--prefix', 'ENG', '--template', 'kanban')
    const made = await run('agent', 'create', 'Helper', '--board', 'ENG', '--json')
    expect(made.json).toMatchObject({ kind: 'agent', handle: 'helper' })
    expect((await run('agent', 'list')).stdout).toMatch(/@helper +Helper +active/)
    const minted = await run('token', 'create', 'robot', '--agent', 'helper', '--board', 'ENG', '--days', '7')
    expect(minted.code).toBe(0)
    expect(minted.stdout).toMatch(/^kbt_\w+\n$/)
    expect(minted.stderr).not.toContain('kbt_')
    const helper = tandem.withToken(minted.stdout.trim())
    expect((await helper.get('/api/me')).body).toMatchObject({ id: made.json.id, auth: { boardId: expect.any(String) } })
    expect((await run('token', 'list')).stdout).toMatch(new RegExp(`robot +…${minted.stdout.trim().slice(-4)} +expires`))

    const refused = await run('logout')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('robot') })
    expect((await run('whoami')).code).toBe(0)
    expect((await run('token', 'revoke', 'robot')).code).toBe(0)
    expect((await helper.get('/api/me')).status).toBe(401)
    expect((await run('logout')).code).toBe(0)
  })

  test('what is not there, or not one’s own, is refused', { meta: { proves: ['cli.agent.create'] } }, async () => {
    await signIn()
    const grace = await tandem.register('Grace')
    const { id } = (await grace.post('/api/boards', { name: 'Graces', keyPrefix: 'GRA' })).body
    await grace.post(`/api/boards/${id}/members`, { actorId: ada.actorId, role: 'member' })
    expect(await run('agent', 'create', 'Intruder', '--board', 'GRA')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('admin of GRA'),
    })
    expect((await run('agent', 'list')).stdout).not.toContain('Intruder')
    expect(await run('token', 'create', 'x', '--agent', 'nobody')).toMatchObject({ code: 3, stderr: expect.stringContaining('agent list') })
    expect(await run('token', 'revoke', 'nothing')).toMatchObject({ code: 3 })
    expect(await run('token', 'create', 'x', '--scope', 'boards:eat')).toMatchObject({ code: 1 })
    expect(await run('token', 'create', 'x', '--days', '-1')).toMatchObject({ code: 2 })
    expect(await run('agent', 'create', 'Again', '--handle', 'helper')).toMatchObject({ code: 1, stderr: expect.stringContaining('taken') })
  })
})
