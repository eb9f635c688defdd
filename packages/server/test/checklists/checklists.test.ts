import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('a checklist', () => {
  let team: Team
  let cardId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard()
  })

  const post = (body: object, by = team.bob) => by.post(`/api/cards/${cardId}/checklist-items`, body)
  const add = async (text: string) => created(await post({ text }))
  const patch = (id: string, body: object, by = team.bob) => by.patch(`/api/checklist-items/${id}`, body)
  const card = async () => (await team.ada.get(`/api/cards/${cardId}`)).body.card
  const texts = async () => (await card()).checklistItems.map((item: { text: string }) => item.text)
  const log = async () => (await team.log(cardId)).slice(1)

  test('grows at its end, counts on the card and in the tree, and touches the card', async () => {
    const before = await card()
    const item = await add('Buy a seal')
    await add('Fit it')
    expect(item).toMatchObject({ cardId, text: 'Buy a seal', done: false, doneAt: null, doneByActorId: null, assigneeActorId: null })
    const after = await card()
    expect(after.checklistItems.map((each: { text: string }) => each.text)).toEqual(['Buy a seal', 'Fit it'])
    expect([after.checklist, after.version]).toEqual([{ done: 0, total: 2 }, before.version + 2])
    expect(after.updatedAt >= before.updatedAt).toBe(true)
    const tree = (await team.ada.get(`/api/boards/${team.boardId}`)).body
    expect(tree.lists[0].cards.find((face: { id: string }) => face.id === cardId).checklist).toEqual({ done: 0, total: 2 })
    expect((await log())[0]).toMatchObject({ verb: 'card.checklist_item_added', payload: { cardId, itemId: item.id, text: 'Buy a seal' } })
  })

  test('is changed by members alone', async () => {
    const { id } = await add('Buy a seal')
    for (const [by, status] of [
      [team.eve, 403],
      [team.stranger, 404],
    ] as const) {
      expect((await post({ text: 'x' }, by)).status).toBe(status)
      expect((await patch(id, { done: true }, by)).status).toBe(status)
      expect((await by.delete(`/api/checklist-items/${id}`)).status).toBe(status)
    }
    expect((await post({ text: ' ' })).status).toBe(400)
    expect((await patch(id, { text: 'x'.repeat(501) })).status).toBe(400)
    expect(await log()).toHaveLength(1)
  })

  test('remembers who ticked an item and when; ticking again changes nothing; unticking forgets', async () => {
    const { id } = await add('Buy a seal')
    const ticked = (await patch(id, { done: true })).body
    expect(ticked).toMatchObject({ done: true, doneByActorId: team.bob.actorId, doneAt: expect.any(String) })
    team.tandem.clock.advance(1_000)
    expect((await patch(id, { done: true }, team.ada)).body).toEqual(ticked)
    expect((await card()).checklist).toEqual({ done: 1, total: 1 })
    expect((await patch(id, { done: false })).body).toMatchObject({ done: false, doneAt: null, doneByActorId: null })
    expect((await card()).checklist).toEqual({ done: 0, total: 1 })
    expect((await log()).map(({ verb }) => verb.slice('card.checklist_item_'.length))).toEqual(['added', 'completed', 'updated'])
  })

  test('takes several changes of an item at once, one activity for each kind', async () => {
    const { id } = await add('Buy')
    const item = (await patch(id, { text: 'Buy a seal', done: true, assigneeActorId: team.eve.actorId })).body
    expect(item).toMatchObject({ text: 'Buy a seal', done: true, assigneeActorId: team.eve.actorId })
    expect((await log()).map(({ verb, payload }) => [verb, payload.text]).slice(1)).toEqual([
      ['card.checklist_item_updated', 'Buy a seal'],
      ['card.checklist_item_completed', 'Buy a seal'],
    ])
  })

  test('says in the activity of a change what of the item differs', async () => {
    const [first, { id }] = [await add('Buy'), await add('Fit')]
    await patch(id, { done: true })
    for (const body of [{ done: false }, { afterId: first.id }, { assigneeActorId: team.eve.actorId }, { text: 'Fit it' }])
      await patch(id, body)
    const differs = ({ payload }: any) =>
      ['text', 'position', 'doneAt', 'assigneeActorId'].filter((key) => payload[key] !== payload.previous[key])
    const changes = (await log()).filter(({ verb }) => verb === 'card.checklist_item_updated')
    expect(changes.map(differs)).toEqual([['doneAt'], ['position'], ['assigneeActorId'], ['text']])
    expect(changes[0]?.payload.doneAt).toBeNull()
  })

  test('assigns items to members of the board alone', async () => {
    const { id } = await add('Buy a seal')
    expect((await patch(id, { assigneeActorId: team.robo.actorId })).body.assigneeActorId).toBe(team.robo.actorId)
    for (const body of [{ assigneeActorId: team.stranger.actorId }, { assigneeActorId: '019f0000-0000-7000-8000-00000000dead' }]) {
      expect((await patch(id, body)).body.error?.details.fieldErrors).toHaveProperty('assigneeActorId')
      expect((await post({ text: 'x', ...body })).status).toBe(400)
    }
    expect((await patch(id, { assigneeActorId: null })).body.assigneeActorId).toBeNull()
    expect((await card()).checklistItems).toHaveLength(1)
  })

  test('is put in order by neighbours', async () => {
    const items: string[] = []
    for (const text of ['a', 'b', 'c', 'd']) items.push((await add(text)).id)
    const [a, b, c, d] = items as [string, string, string, string]
    await patch(d, { beforeId: a })
    expect(await texts()).toEqual(['a', 'd', 'b', 'c'])
    await patch(a, { beforeId: c, afterId: null })
    expect(await texts()).toEqual(['d', 'b', 'c', 'a'])
    await patch(c, { beforeId: null })
    expect(await texts()).toEqual(['c', 'd', 'b', 'a'])
    await patch(a, { afterId: b })
    expect(await texts()).toEqual(['c', 'd', 'a', 'b'])
    const elsewhere = created(await team.bob.post(`/api/cards/${await team.newCard()}/checklist-items`, { text: 'x' })).id
    for (const body of [{ beforeId: a }, { beforeId: elsewhere }, { beforeId: b, afterId: c }, { afterId: cardId }])
      expect((await patch(a, body)).status, JSON.stringify(body)).toBe(400)
    expect(await texts()).toEqual(['c', 'd', 'a', 'b'])
  })

  test('loses an item for good, and its counts with it', async () => {
    const [a, b] = [await add('a'), await add('b')]
    await patch(a.id, { done: true })
    expect((await team.bob.delete(`/api/checklist-items/${a.id}`)).status).toBe(204)
    expect((await team.bob.delete(`/api/checklist-items/${a.id}`)).status).toBe(404)
    expect((await patch(a.id, { done: false })).status).toBe(404)
    expect([await texts(), (await card()).checklist]).toEqual([['b'], { done: 0, total: 1 }])
    expect((await log()).at(-1)).toMatchObject({ verb: 'card.checklist_item_removed', payload: { cardId, itemId: a.id, text: 'a' } })
    expect(b.rank > a.rank).toBe(true)
  })

  test('ticked and deleted together ends without a failure, and the counts are right (F29)', async () => {
    for (let round = 0; round < 15; round++) {
      const { id } = await add(`Item ${round}`)
      const [ticked, removed, again] = await Promise.all([
        patch(id, { done: true }),
        team.ada.delete(`/api/checklist-items/${id}`),
        team.bob.delete(`/api/checklist-items/${id}`),
      ])
      expect([200, 404]).toContain(ticked.status)
      expect([removed.status, again.status].toSorted()).toEqual([204, 404])
    }
    expect([await texts(), (await card()).checklist]).toEqual([[], { done: 0, total: 0 }])
  })

  test('filled and ticked by many at once keeps every item, in one order, with the right counts', async () => {
    const items = await Promise.all(Array.from({ length: 40 }, (_, n) => add(`${n}`)))
    await Promise.all(items.slice(0, 25).map(({ id }) => patch(id, { done: true })))
    const { checklist, checklistItems } = await card()
    expect(checklist).toEqual({ done: 25, total: 40 })
    expect(new Set(checklistItems.map((item: { rank: string }) => item.rank)).size).toBe(40)
  })

  test('holds 500 items at most', async () => {
    for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 50 }, () => add('x')))
    const refused = await post({ text: 'one more' })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
    expect((await card()).checklist.total).toBe(500)
  })
})
