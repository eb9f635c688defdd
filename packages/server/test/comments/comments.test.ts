import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '../kit/clock.ts'
import { startTestService } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('a comment', () => {
  let team: Team
  let cardId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard()
  })

  const say = (body: string, by = team.bob) => by.post(`/api/cards/${cardId}/comments`, { body })
  const card = async () => (await team.ada.get(`/api/cards/${cardId}`)).body.card
  const verbs = async () => (await team.log(cardId)).map(({ verb }) => verb).slice(1)

  test('is added by members, counted on the card, and logged; viewers and strangers are refused', async () => {
    const comment = created(await say('  It drips.  '))
    expect(comment).toMatchObject({
      cardId,
      actorId: team.bob.actorId,
      body: 'It drips.',
      sessionId: null,
      editedAt: null,
      deletedAt: null,
    })
    expect((await say('x', team.eve)).status).toBe(403)
    expect((await say('x', team.stranger)).status).toBe(404)
    expect((await say('   ')).status).toBe(400)
    expect((await say('x'.repeat(100_001))).status).toBe(400)
    expect(await card()).toMatchObject({ commentCount: 1, comments: [comment] })
    const [activity] = (await team.log(cardId)).slice(1)
    expect(activity).toMatchObject({
      verb: 'comment.added',
      actorId: team.bob.actorId,
      payload: { commentId: comment.id, body: 'It drips.' },
    })
    expect(await verbs()).toEqual(['comment.added'])
  })

  test('is edited by its author alone; an edit to the same text leaves no trace', async () => {
    const { id } = created(await say('First'))
    const edit = (body: string, by = team.bob) => by.patch(`/api/comments/${id}`, { body })
    expect((await edit('Mine', team.ada)).status).toBe(403)
    expect((await edit('Mine', team.eve)).status).toBe(403)
    expect((await edit('Mine', team.stranger)).status).toBe(404)
    expect((await edit('First')).body.editedAt).toBeNull()
    expect((await edit('Second')).body).toMatchObject({ id, body: 'Second', editedAt: expect.any(String) })
    expect(await verbs()).toEqual(['comment.added', 'comment.edited'])
    expect((await card()).commentCount).toBe(1)
  })

  test('is deleted by its author or a board admin: the text goes, the place stays, the count falls', async () => {
    const [own, other] = [created(await say('Mine')), created(await say('Theirs', team.robo))]
    const remove = (id: string, by = team.bob) => by.delete(`/api/comments/${id}`)
    expect((await remove(other.id)).status).toBe(403)
    expect((await remove(other.id, team.eve)).status).toBe(403)
    expect((await remove(other.id, team.stranger)).status).toBe(404)
    expect((await remove(own.id)).status).toBe(204)
    expect((await remove(other.id, team.ada)).status).toBe(204)
    expect((await remove(own.id)).status).toBe(404)
    expect((await team.bob.patch(`/api/comments/${own.id}`, { body: 'Back' })).status).toBe(404)
    expect(await card()).toMatchObject({
      commentCount: 0,
      comments: [{ id: own.id, body: '', deletedAt: expect.any(String) }, { id: other.id }],
    })
    expect((await team.log(cardId)).at(-1)).toMatchObject({ verb: 'comment.deleted', payload: { cardId, commentId: other.id } })
  })

  test('deleted twice at once is deleted once', async () => {
    const { id } = created(await say('Gone'))
    const answers = await Promise.all([team.bob, team.ada, team.bob].map((by) => by.delete(`/api/comments/${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    expect((await card()).commentCount).toBe(0)
  })

  test('is listed newest first and paged backwards; since gives what is newer, ascending', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(created(await say(`Note ${n}`)).id)
    const list = (query: string, by = team.eve) => by.get(`/api/cards/${cardId}/comments${query}`)
    const seen = async (query: string) => (await list(query)).body.map((comment: { id: string }) => comment.id)
    expect(await seen('')).toEqual(ids.toReversed())
    const first = await list('?limit=3')
    expect(first.body.map((comment: { id: string }) => comment.id)).toEqual(ids.slice(2).toReversed())
    expect(first.headers.get('link')).toContain(`before=${ids[2]}`)
    expect(await seen(`?before=${ids[2]}`)).toEqual(ids.slice(0, 2).toReversed())
    expect(await seen(`?since=${ids[1]}&limit=2`)).toEqual(ids.slice(2, 4))
    expect(await seen('?since=2020-01-01')).toEqual(ids)
    for (const bad of ['?since=never', '?since=', '?before=x', `?since=${cardId}`, `?before=${cardId}`, '?limit=0', '?since=0000-01-01'])
      expect((await list(bad)).status, bad).toBe(400)
    expect((await list('', team.stranger)).status).toBe(404)
  })

  test('of an agent that holds a session on the card carries its id, on other cards and after the end it does not', async () => {
    const sessionId = await team.delegate(cardId)
    expect(created(await say('On it', team.robo)).sessionId).toBe(sessionId)
    expect(created(await say('Me too', team.bert)).sessionId).toBeNull()
    const elsewhere = await team.newCard()
    expect(created(await team.robo.post(`/api/cards/${elsewhere}/comments`, { body: 'Hm' })).sessionId).toBeNull()
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
    expect(created(await say('Afterwards', team.robo)).sessionId).toBeNull()
  })

  test('tells the assignees and who made the card, never its author', async () => {
    cardId = await team.newCard({ assigneeActorIds: [team.eve.actorId, team.bob.actorId] })
    const { id } = created(await say('It drips again'))
    const told = async (person = team.eve) => (await team.inbox(person, 'commented')).filter((row) => row.cardId === cardId)
    expect(await told()).toMatchObject([{ verb: 'comment.added', excerpt: 'It drips again', actor: { id: team.bob.actorId, name: 'Bob' } }])
    expect(await told(team.ada)).toHaveLength(1)
    expect(await told(team.bob)).toEqual([])
    await team.bob.patch(`/api/comments/${id}`, { body: 'It drips still' })
    expect(await told()).toHaveLength(1)
  })
})

test('a reader that polls comments with since misses none, though the clock has stepped back', async () => {
  const clock = movableClock()
  const tandem = await startTestService({ clock })
  const ada = await tandem.register('Ada')
  const board = (await ada.post('/api/boards', { name: 'B', template: 'kanban' })).body.id
  const listId = (await ada.get(`/api/boards/${board}`)).body.lists[0].id
  const cardId = created(await ada.post(`/api/lists/${listId}/cards`, { title: 'C' })).id
  const path = `/api/cards/${cardId}/comments`
  clock.advance(-3_600_000)
  const seen: string[] = []
  let writing = true
  const polled = (async () => {
    for (let since = '2020-01-01'; ; ) {
      const isLast = !writing
      const page = (await ada.get(`${path}?since=${since}&limit=200`)).body
      seen.push(...page.map((comment: { id: string }) => comment.id))
      since = page.at(-1)?.id ?? since
      if (isLast && page.length === 0) return
    }
  })()
  const write = async () => {
    const ids: string[] = []
    for (let n = 0; n < 30; n++) ids.push(created(await ada.post(path, { body: 'Hm' })).id)
    return ids
  }
  const written = (await Promise.all(Array.from({ length: 8 }, write))).flat()
  writing = false
  await polled
  expect(seen).toEqual(written.toSorted())
  await tandem.stop()
})
