import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

let tandem: TestService
let [ada, bob]: Person[] = []
let [machine, ofBob]: Machine[] = []
let boardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  bob = await tandem.register('Bob')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
  await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' })
  machine = await machineOf(ada)
  ofBob = await machineOf(bob)
})
afterAll(async () => {
  await machine?.remove()
  await ofBob?.remove()
  await tandem?.stop()
})

async function machineOf(person: Person): Promise<Machine> {
  const { token } = (await person.post('/api/tokens', { label: 'cli', scopes: ['admin', 'tokens:write'] })).body
  return createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: token })
}
const outline = async () => (await ada?.get(`/api/boards/${boardId}/outline`))?.body
const run = async (...args: string[]) => (await machine?.run(['board', ...args])) ?? { code: null, stdout: '' }

test('a list gets a category and a review of the work of agents', {
  meta: { proves: ['cli.board.category', 'cli.board.acceptance'] },
}, async () => {
  const { name } = (await outline()).lists[1]
  expect((await run('category', 'ENG', name, 'review')).stdout).toContain(`${name}: review.`)
  expect((await run('acceptance', 'ENG', name, 'required')).stdout).toContain('people review the work of agents')
  expect((await outline()).lists[1]).toMatchObject({ category: 'review', acceptance: 'required' })
  expect((await run('category', 'ENG', name, 'reviewed')).code).toBe(2)
  expect((await run('acceptance', 'ENG', name, 'maybe')).code).toBe(2)
  expect((await outline()).lists[1]).toMatchObject({ category: 'review', acceptance: 'required' })
  expect((await run('acceptance', 'ENG', name, 'none')).stdout).toContain('no review')
  expect((await outline()).lists[1]).toMatchObject({ acceptance: 'none' })
})

test('a board has others review, and completes parents', {
  meta: { proves: ['cli.board.review-by-others', 'cli.board.complete-parents'] },
}, async () => {
  for (const [words, name] of [
    ['review-by-others', 'reviewByOthers'],
    ['complete-parents', 'completeParents'],
  ] as const) {
    expect((await run(words, 'ENG', 'on')).code).toBe(0)
    expect((await outline())[name]).toBe(true)
    expect((await run(words, 'ENG', 'perhaps')).code).toBe(2)
    expect((await run(words, 'ENG', 'off')).code).toBe(0)
    expect((await outline())[name]).toBe(false)
  }
  expect((await ofBob?.run(['board', 'review-by-others', 'ENG', 'on']))?.code).toBe(5)
  expect((await outline()).reviewByOthers).toBe(false)
})
