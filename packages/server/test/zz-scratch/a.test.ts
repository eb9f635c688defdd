import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { importFile, sendFile, finished } from '../transfer/files.ts'
let tandem: TestService
let ada: Person
let bob: Person
beforeAll(async () => { tandem = await startTestService(); ada = await tandem.register('Ada'); bob = await tandem.register('Bob') })
afterAll(() => tandem?.stop())
async function makeBoard(by: Person, template = 'kanban') {
  const { id } = (await by.post('/api/boards', { name: 'Engine', template })).body
  const tree = (await by.get(`/api/boards/${id}`)).body
  return { id, listId: tree.lists[0]?.id, lists: tree.lists }
}
test('blocks on many boards', async () => {
  const boards = []
  for (let i = 0; i < 7; i++) boards.push(await makeBoard(ada))
  const a = (await ada.post(`/api/lists/${boards[0]!.listId}/cards`, { title: 'a' })).body.id
  for (let i = 1; i < 7; i++) {
    const b = (await ada.post(`/api/lists/${boards[i]!.listId}/cards`, { title: 'b' + i })).body.id
    console.log((await ada.put(`/api/cards/${a}/relations/${b}`, { kind: 'blocks' })).status)
  }
  const r = await ada.patch(`/api/cards/${a}`, { completedAt: '2026-11-21T09:00:00Z' })
  console.log('COMPLETE', r.status, JSON.stringify(r.body).slice(0, 200))
})
test('cached plan', async () => {
  const b = await makeBoard(ada)
  const card = (await ada.post(`/api/lists/${b.listId}/cards`, { title: 'a' })).body
  const c = (await ada.post(`/api/cards/${card.id}/comments`, { body: 'x' })).body
  for (let i = 0; i < 5; i++) await Promise.all([1,2,3,4,5].map(() => ada.patch(`/api/comments/${c.id}`, { body: 'y' + i })))
  await tandem.database.pool.query('alter table comments add column zz int')
  const st: number[] = []
  for (let i = 0; i < 30; i++) { const r = await ada.patch(`/api/comments/${c.id}`, { body: 'z' + i }); st.push(r.status) }
  const rd: number[] = []
  for (let i = 0; i < 30; i++) { const r = await ada.get(`/api/cards/${card.id}`); rd.push(r.status) }
  console.log('CACHED PLAN write', st.join(), 'read', rd.join())
})
test('forged cursors', async () => {
  const enc = (o: unknown) => Buffer.from(JSON.stringify(o)).toString('base64url')
  const id = '019f0000-0000-7000-8000-000000000001'
  for (const [sort, value] of [['updated', '0000-01-01T00:00:00Z'], ['updated', '0001-01-01T00:00:00Z'], ['updated','9999-12-31T23:59:59.999999999Z'], ['due', '0000-01-01T00:00:00Z'], ['due', null], ['updated', null], ['created', null], ['priority', 10], ['priority', null], ['created', '2026-01-01T00:00Z']] as const) {
    const r = await ada.get(`/api/search/cards?sort=${sort}&cursor=${enc({ sort, last: { value, id } })}`)
    console.log('CURSOR', sort, value, r.status, r.status >= 400 ? JSON.stringify(r.body).slice(0, 120) : '')
  }
  for (const mark of [9007199254740991]) {
    const r = await ada.get(`/api/search/cards?q=engines&cursor=${enc({ sort: 'relevance', mark, last: { value: [true, 2147483647], id, among: [id, id] } })}`)
    console.log('CURSOR rel', r.status)
  }
})
test('dup refs', async () => {
  const doc = { format: 'tandem-board', formatVersion: 1, board: { name: 'Engine' }, members: [], labels: [], fields: [], actors: [], views: [],
    lists: [{ id: 'l', name: 'To do', rank: 'a0' }, { id: 'm', name: 'B', rank: 'a1' }],
    cards: [{ id: '1', listId: 'l', rank: 'a0', title: '1' }, { id: '2', listId: 'l', rank: 'a1', title: '2' }, { id: '9', listId: 'm', rank: 'a0', title: '9' }, { id: '1', listId: 'm', rank: 'a1', title: 'dup' }] }
  const s = await sendFile(tandem, ada, JSON.stringify(doc), 'x.json')
  let last
  for (let i = 0; i < 60; i++) { tandem.clock.advance(60_000); await new Promise((r) => setTimeout(r, 100)); last = (await ada.get(`/api/imports/${s.body.importId}`)).body; if (last.state === 'done' || last.state === 'failed') break }
  console.log('DUP', JSON.stringify(last).slice(0, 600))
}, 60_000)
test('labels by case', async () => {
  const a = await makeBoard(ada), b = await makeBoard(ada)
  console.log('L1', (await ada.post(`/api/boards/${a.id}/labels`, { name: 'Bug', color: 'red' })).status)
  console.log('L2', (await ada.post(`/api/boards/${a.id}/labels`, { name: 'bug', color: 'red' })).status)
  console.log('L3', (await ada.post(`/api/boards/${a.id}/labels`, { name: 'İ', color: 'red' })).status, (await ada.post(`/api/boards/${a.id}/labels`, { name: 'i̇', color: 'red' })).status)
})
