import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { created } from './fixture.ts'

let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

const make = async (input: object) => {
  const board = created(await ada.post('/api/boards', { name: 'Engine', ...input }))
  return { board, lists: (await ada.get(`/api/boards/${board.id}`)).body.lists }
}

test.each([
  ['empty', [], []],
  ['kanban', ['To do', 'In progress', 'Done'], ['ready', 'started', 'done']],
  [
    'agent-pipeline',
    ['Inbox', 'Ready for agents', 'Agents at work', 'In review', 'Done'],
    ['backlog', 'ready', 'started', 'review', 'done'],
  ],
])('the template %s begins with its lists, in their order, each ready for cards', async (template, names, categories) => {
  const { board, lists } = await make({ template })
  expect(lists.map((list: any) => list.name)).toEqual(names)
  expect(lists.map((list: any) => list.category)).toEqual(categories)
  for (const list of lists) {
    expect(list).toMatchObject({ cards: [], wipLimit: null, archivedAt: null })
    created(await ada.post(`/api/lists/${list.id}/cards`, { title: 'First' }))
  }
  created(await ada.post(`/api/boards/${board.id}/lists`, { name: 'Later' }))
  const log = (await ada.get(`/api/boards/${board.id}/activity?since=2020-01-01`)).body
  expect(log.slice(0, names.length + 1).map(({ verb, payload }: any) => [verb, payload.name])).toEqual([
    ['board.created', 'Engine'],
    ...names.map((name) => ['list.created', name]),
  ])
})

test('a board without a template is empty; an unknown one is refused', async () => {
  expect((await make({})).lists).toEqual([])
  expect((await ada.post('/api/boards', { name: 'x', template: 'scrum' })).status).toBe(400)
})

test('the agent-pipeline tells agents how its lists are worked, unless it is told otherwise', async () => {
  const { board, lists } = await make({ template: 'agent-pipeline' })
  for (const { name } of lists) expect(board.agentGuidance).toContain(name)
  expect((await make({ template: 'agent-pipeline', agentGuidance: 'Be brief.' })).board.agentGuidance).toBe('Be brief.')
  expect((await make({ template: 'agent-pipeline', agentGuidance: '' })).board.agentGuidance).toBe('')
  for (const template of ['empty', 'kanban']) expect((await make({ template })).board.agentGuidance).toBe('')
})

test.each([
  ['de', ['Zu tun', 'In Arbeit', 'Erledigt']],
  ['es', ['Por hacer', 'En curso', 'Hecho']],
])('in the language %s the lists and the guidance have names of it', async (language, names) => {
  const english = await make({ template: 'agent-pipeline' })
  expect((await make({ template: 'kanban', language })).lists.map((list: any) => list.name)).toEqual(names)
  const { board, lists } = await make({ template: 'agent-pipeline', language })
  expect(lists.map((list: any) => list.category)).toEqual(english.lists.map((list: any) => list.category))
  for (const { name } of lists) {
    expect(english.board.agentGuidance).not.toContain(`**${name}**`)
    expect(board.agentGuidance).toContain(`**${name}**`)
  }
  expect((await ada.post('/api/boards', { name: 'x', template: 'kanban', language: 'xx' })).status).toBe(400)
})
