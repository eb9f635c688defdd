import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
vi.stubGlobal('innerHeight', 800)
const { api, requestEarly } = await import('../src/api/client.ts')

const boardId = '0b4f3c5e-0d6a-4f0a-9a56-1f1f1f1f1f1f'
let sent: string[] = []

beforeEach(() => {
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    sent.push(init?.method ?? 'early')
    return Response.json({ name: `answer ${sent.length}` })
  })
})
afterEach(() => void vi.restoreAllMocks())

const read = async () => (await api.call('board.tree', { boardId, firstCards: 14 })) as unknown

test('only a read of the board gets the answer of the early request, and only one of them', async () => {
  requestEarly(boardId)
  // A change and a deletion of the board have the same URL.
  await api.call('board.update', { boardId, name: 'New' })
  await api.call('board.delete', { boardId, name: 'New' })
  expect(await read()).toEqual({ name: 'answer 1' })
  expect(await read()).toEqual({ name: 'answer 4' })
  expect(sent).toEqual(['early', 'PATCH', 'DELETE', 'GET'])
})

test('a dropped answer is requested anew', async () => {
  const drop = requestEarly(boardId)
  drop()
  expect(await read()).toEqual({ name: 'answer 2' })
  expect(sent).toEqual(['early', 'GET'])
})
