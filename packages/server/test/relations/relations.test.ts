import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

type Board = { id: string; listId: string }

describe('relations', () => {
  let tandem: TestService
  let ada: Person
  let bob: Person
  let here: Board
  let there: Board

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    bob = await tandem.register('Bob')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    here = await makeBoard(ada)
    there = await makeBoard(ada)
  })

  async function makeBoard(by: Person): Promise<Board> {
    const { id } = (await by.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
    return { id, listId: (await by.get(`/api/boards/${id}`)).body.lists[0].id }
  }
  const addCard = async (board: Board, title: string): Promise<string> =>
    (await ada.post(`/api/lists/${board.listId}/cards`, { title })).body.id
  const relate = (cardId: string, otherId: string, kind: string, by = ada) => by.put(`/api/cards/${cardId}/relations/${otherId}`, { kind })
  const cardOf = async (cardId: string, by = ada) => (await by.get(`/api/cards/${cardId}`)).body.card
  const isBlockedInTree = async (board: Board, cardId: string) =>
    (await ada.get(`/api/boards/${board.id}`)).body.lists[0].cards.find((card: { id: string }) => card.id === cardId).blocked
  const newest = async (board: Board) => (await ada.get(`/api/boards/${board.id}/activity?limit=1`)).body[0]

  const verbsOf = async (cardId: string): Promise<string[]> =>
    (await ada.get(`/api/cards/${cardId}/activity?limit=200`)).body.map((one: { verb: string }) => one.verb)

  test('show on both cards, each from its own side', async () => {
    const [a, b] = [await addCard(here, 'a'), await addCard(here, 'b')]
    for (const kind of ['blocks', 'relates', 'parent']) expect((await relate(a, b, kind)).status).toBe(204)
    const from = (await cardOf(a)).relations
    expect(from.map((one: { kind: string; direction: string; card: { id: string } }) => [one.kind, one.direction, one.card.id])).toEqual(
      ['blocks', 'relates', 'parent'].map((kind) => [kind, 'out', b]),
    )
    expect((await cardOf(b)).relations[0]).toMatchObject({ kind: 'blocks', direction: 'in', card: { id: a, title: 'a' } })
    const verbs = (await ada.get(`/api/cards/${a}/activity`)).body.map((one: { verb: string }) => one.verb)
    expect(verbs).toEqual(['card.related', 'card.related', 'card.related', 'card.created'])
  })

  test.each(['here', 'there'] as const)('a card is blocked while a card that blocks it is open (%s)', async (where) => {
    const board = where === 'here' ? here : there
    const [a, b] = [await addCard(here, 'a'), await addCard(board, 'b')]
    const { key } = await cardOf(a)
    let told = 0
    const tells = async (blocked: boolean) => {
      expect([(await cardOf(b)).blocked, await isBlockedInTree(board, b)]).toEqual([blocked, blocked])
      const verb = blocked ? 'card.blocked' : 'card.unblocked'
      const payload = where === 'here' ? { blockers: [key], blockersElsewhere: 0 } : { blockers: [], blockersElsewhere: 1 }
      expect(await newest(board)).toMatchObject({ verb, cardId: b, payload })
      told += 1
      expect((await verbsOf(b)).filter((one) => one.endsWith('blocked'))).toHaveLength(told)
    }
    expect(await isBlockedInTree(board, b)).toBe(false)
    await relate(a, b, 'blocks')
    await tells(true)
    await ada.patch(`/api/cards/${a}`, { completedAt: '2026-11-21T09:00:00Z' })
    await tells(false)
    await ada.patch(`/api/cards/${a}`, { completedAt: null })
    await tells(true)
    await ada.patch(`/api/cards/${a}`, { archived: true })
    await tells(false)
    await ada.patch(`/api/cards/${a}`, { archived: false })
    await tells(true)
    await ada.delete(`/api/cards/${a}/relations/${b}`)
    await tells(false)
  })

  test('a card that two block is free when both are done', async () => {
    const [a, b, c] = [await addCard(here, 'a'), await addCard(there, 'b'), await addCard(here, 'c')]
    await relate(a, c, 'blocks')
    await relate(b, c, 'blocks')
    await ada.patch(`/api/cards/${a}`, { completedAt: '2026-11-21T09:00:00Z' })
    expect((await cardOf(c)).blocked).toBe(true)
    await ada.patch(`/api/cards/${b}`, { completedAt: '2026-11-21T09:00:00Z' })
    expect((await cardOf(c)).blocked).toBe(false)
  })

  test.each(['blocks', 'parent'])('a circle of %s is refused, over several cards and boards too', async (kind) => {
    const [a, b, c] = [await addCard(here, 'a'), await addCard(there, 'b'), await addCard(here, 'c')]
    await relate(a, b, kind)
    await relate(b, c, kind)
    const { seq } = (await ada.get(`/api/boards/${here.id}`)).body
    for (const [from, to] of [
      [c, a],
      [b, a],
      [a, a],
    ] as const)
      expect((await relate(from, to, kind)).status).toBe(400)
    expect((await ada.get(`/api/boards/${here.id}`)).body.seq).toBe(seq)
    expect((await relate(c, a, 'relates')).status).toBe(204)
  })

  test('that are added twice are stored once, and a plain relation has no direction', async () => {
    const [a, b] = [await addCard(here, 'a'), await addCard(here, 'b')]
    await relate(a, b, 'relates')
    const { seq } = (await ada.get(`/api/boards/${here.id}`)).body
    await relate(a, b, 'relates')
    await relate(b, a, 'relates')
    expect((await ada.get(`/api/boards/${here.id}`)).body.seq).toBe(seq)
    expect((await ada.delete(`/api/cards/${b}/relations/${a}`)).status).toBe(204)
    expect((await cardOf(a)).relations).toEqual([])
  })

  test('a card that the caller cannot read is not there, and a relation to it shows to those alone who can', async () => {
    const own = await makeBoard(bob)
    const secret = (await bob.post(`/api/lists/${own.listId}/cards`, { title: 'secret' })).body.id
    const [a, b] = [await addCard(here, 'a'), await addCard(there, 'b')]
    expect((await relate(a, secret, 'blocks')).status).toBe(404)
    await relate(b, a, 'blocks')
    await ada.post(`/api/boards/${here.id}/members`, { actorId: bob.actorId, role: 'member' })
    const seen = await cardOf(a, bob)
    expect([seen.blocked, seen.relations]).toEqual([true, []])
    const leashed = await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read', 'cards:write', `board:${here.id}`] })
    const byToken = tandem.withToken(leashed.body.token)
    expect((await byToken.put(`/api/cards/${a}/relations/${b}`, { kind: 'relates' })).status).toBe(403)
    expect((await byToken.get(`/api/cards/${a}`)).body.card.relations).toEqual([])
  })

  test('two boards that block each other under load: no deadlock, and each card shows the truth', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const [from, to] = n % 2 === 0 ? [here, there] : [there, here]
        const [a, b] = [await addCard(from, 'a'), await addCard(to, 'b')]
        await relate(a, b, 'blocks')
        return { a, b }
      }),
    )
    const toggle = async ({ a }: { a: string }) => {
      for (let n = 0; n < 5; n++)
        expect((await ada.patch(`/api/cards/${a}`, { completedAt: n % 2 === 0 ? '2026-11-21T09:00:00Z' : null })).status).toBe(200)
    }
    await Promise.all(pairs.map(toggle))
    for (const { b } of pairs) expect((await cardOf(b)).blocked).toBe(false)
  })

  test('a card that blocks cards on many boards is completed, and each of those boards is told', async () => {
    const boards = await Promise.all(Array.from({ length: 7 }, () => makeBoard(ada)))
    const a = await addCard(here, 'a')
    for (const board of boards) expect((await relate(a, await addCard(board, 'b'), 'blocks')).status).toBe(204)
    expect((await ada.patch(`/api/cards/${a}`, { completedAt: '2026-11-21T09:00:00Z' })).status).toBe(200)
    for (const board of boards) expect(await newest(board)).toMatchObject({ verb: 'card.unblocked' })
  })

  test('two at the same moment on boards that have nothing in common close no circle', async () => {
    const boards = await Promise.all(Array.from({ length: 4 }, () => makeBoard(ada)))
    for (let round = 0; round < 10; round++) {
      const [a, b, c, d] = (await Promise.all(boards.map((board) => addCard(board, 'card')))) as [string, string, string, string]
      await Promise.all([relate(b, c, 'blocks'), relate(d, a, 'blocks')])
      const answers = await Promise.all([relate(a, b, 'blocks'), relate(c, d, 'blocks')])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
    }
  })

  test('two that share a transaction, each within its board, close no circle over both boards', async () => {
    const busy = await Promise.all(Array.from({ length: 4 }, async () => addCard(await makeBoard(ada), 'busy')))
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await addCard(here, 'a'), await addCard(here, 'b')]
      const [c, d] = [await addCard(there, 'c'), await addCard(there, 'd')]
      await Promise.all([relate(b, c, 'blocks'), relate(d, a, 'blocks')])
      // Every batch worker is busy when the two arrive: they wait, and go together.
      const others = busy.map((id) => ada.patch(`/api/cards/${id}`, { title: `round ${round}` }))
      const answers = await Promise.all([relate(a, b, 'blocks'), relate(c, d, 'blocks')])
      await Promise.all(others)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
    }
  })

  test('a card is free, and its board is told, when those that block it from other boards are done at the same moment', async () => {
    const third = await makeBoard(ada)
    for (let round = 0; round < 10; round++) {
      const [a, b, c] = [await addCard(here, 'a'), await addCard(there, 'b'), await addCard(third, 'c')]
      await relate(a, c, 'blocks')
      await relate(b, c, 'blocks')
      expect(await isBlockedInTree(third, c)).toBe(true)
      await Promise.all([a, b].map((id) => ada.patch(`/api/cards/${id}`, { completedAt: '2026-11-21T09:00:00Z' })))
      expect(await isBlockedInTree(third, c)).toBe(false)
      expect(await newest(third)).toMatchObject({ verb: 'card.unblocked', cardId: c })
    }
  })
})
