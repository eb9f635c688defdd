import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { createMachine, type Ended, type Machine } from './fixture/tandem.ts'

/** Ownership of agents on the command line. Specification: beyond §1. */
let tandem: TestService
let [ada, grace, scout] = [] as unknown as [Person, Person, Person]
let [adas, graces] = [] as unknown as [Machine, Machine]
let boardId: string

const machineOf = async (person: Person): Promise<Machine> => {
  const { token } = (await person.post('/api/tokens', { label: 'cli', scopes: ['admin'] })).body
  return createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: token })
}

beforeAll(async () => {
  tandem = await startTestService()
  ;[ada, grace] = [await tandem.register('Ada'), await tandem.register('Grace')]
  boardId = (await grace.post('/api/boards', { name: 'Research', keyPrefix: 'RES', template: 'kanban' })).body.id
  scout = await tandem.agent(ada, 'Scout')
  ;[adas, graces] = [await machineOf(ada), await machineOf(grace)]
})
afterAll(async () => {
  await Promise.all([adas?.remove(), graces?.remove()])
  await tandem?.stop()
})

const done = async (machine: Machine, ...args: string[]): Promise<Ended> => {
  const ended = await machine.run(args)
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return ended
}
const isMember = async (): Promise<boolean> =>
  (await grace.get(`/api/boards/${boardId}/members`)).body.some((member: { actorId: string }) => member.actorId === scout.actorId)

test('an agent of somebody else is requested; its owner lists, declines, accepts, sees where it works and takes it off (F96)', {
  meta: {
    proves: [
      'cli.agent.requests',
      'cli.agent.accept',
      'cli.agent.decline',
      'cli.agent.boards',
      'cli.agent.take-off',
      'cli.member.add',
      'cli.member.list',
      'cli.member.requests',
    ],
  },
}, async () => {
  expect((await done(adas, 'agent', 'requests')).stdout).toContain('No board has requested')
  const asked = await done(graces, 'member', 'add', 'RES', '@scout')
  expect(asked.stdout).toBe('Requested: @scout joins RES as member once its owner accepts.\n')
  expect(await isMember()).toBe(false)
  expect((await done(adas, 'agent', 'requests')).stdout).toMatch(/^@scout +Research +member +requested by @grace +[0-9a-f-]{36}$/m)
  expect((await done(graces, 'member', 'requests', 'RES')).stdout).toMatch(/^@scout +member +waits for @ada +since [0-9-]{10}$/m)
  expect((await done(adas, 'agent', 'requests', 'scout', '--json')).json).toMatchObject([{ handle: 'scout', boardId }])
  expect(await adas.run(['agent', 'accept', 'scout', 'Other'])).toMatchObject({ code: 3, stderr: expect.stringContaining('Research') })
  expect(await graces.run(['agent', 'accept', 'scout', 'Research'])).toMatchObject({ code: 3 })
  expect((await done(adas, 'agent', 'decline', 'scout', 'Research')).stdout).toContain('does not join Research')
  expect((await done(graces, 'member', 'requests', 'RES')).stdout).toBe('The board has requested no agents.\n')
  expect((await done(graces, 'member', 'add', 'RES', 'scout', '--json')).json).toMatchObject({ status: 'requested' })
  expect((await done(adas, 'agent', 'accept', '@scout', boardId)).stdout).toBe('Accepted: @scout joined Research as member.\n')
  expect(await isMember()).toBe(true)
  expect((await done(graces, 'member', 'list', 'RES')).stdout).toMatch(/^@scout +Scout +member +agent/m)
  expect((await done(adas, 'agent', 'boards', 'scout')).stdout).toMatch(/^Research +member +since [0-9-]{10} +accepted by you/m)
  expect((await done(adas, 'agent', 'take-off', 'scout', 'research')).stdout).toBe('Removed @scout from Research.\n')
  expect(await isMember()).toBe(false)
  expect((await done(adas, 'agent', 'boards', 'scout')).stdout).toBe('@scout is not on any board.\n')
})

test('the owner chooses who may start an agent, and a comment says which agents it did not start', {
  meta: { proves: ['cli.agent.invokable', 'cli.card.comment'] },
}, async () => {
  const [wrong, both] = [await adas.run(['agent', 'invokable', 'scout']), ['--owner', '--person', 'grace']]
  expect([wrong.code, (await adas.run(['agent', 'invokable', 'scout', ...both])).code]).toEqual([2, 2])
  expect((await done(adas, 'agent', 'invokable', 'scout', '--owner', '--json')).json).toMatchObject({ invokableBy: 'owner' })
  await tandem.lend(ada, scout, grace, boardId)
  const { key } = (await done(graces, 'card', 'create', 'RES', 'Look', '--json')).json
  const left = await done(graces, 'card', 'comment', key, '@scout look')
  expect(left.stdout).toMatch(/^Commented on RES-1\.\n@scout was not started: Only Ada, /)
  const { stdout } = await done(adas, 'agent', 'invokable', 'scout', '--person', '@grace')
  expect(stdout).toBe('@grace and you can start @scout.\n')
  expect((await done(graces, 'card', 'comment', key, '@scout look')).stdout).toBe('Commented on RES-1.\n')
  expect((await done(adas, 'agent', 'invokable', 'scout', '--members', '--json')).json).toMatchObject({ invokableBy: 'members' })
})
