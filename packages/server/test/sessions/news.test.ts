import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from './fixture/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

/** A card that Robo works on. */
const atWork = async () => {
  const cardId = await team.newCard()
  const sessionId = await team.delegate(cardId)
  await team.post(sessionId, { op: 'update', state: 'working' })
  return { cardId, sessionId }
}
const progress = async (sessionId: string, more: object = {}) =>
  (await team.post(sessionId, { op: 'progress', note: 'On it', ...more })).body.news
const comment = (cardId: string, body: string, by = team.bob) => by.post(`/api/cards/${cardId}/comments`, { body })
const textsOf = (news: { items: { text: string }[] }) => news.items.map(({ text }) => text)

describe('news of a session', () => {
  test('is what others did to it and its card, with who and in which role', { meta: { proves: ['session.news.items'] } }, async () => {
    const { cardId, sessionId } = await atWork()
    expect(await progress(sessionId)).toEqual({ items: [], cursor: null })

    await comment(cardId, 'Mind the gap', team.bob)
    await team.ada.patch(`/api/cards/${cardId}`, { title: 'A better title', dueAt: '2030-01-02T03:04:05.000Z' })
    const item = (await team.ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'Test it' })).body
    await team.ada.patch(`/api/checklist-items/${item.id}`, { done: true })
    await team.ada.post(`/api/sessions/${sessionId}/stop`)
    const { items, cursor } = await progress(sessionId)
    expect(items.map(({ verb, text, actorId, role }: any) => [verb, text, actorId, role])).toEqual([
      ['comment.added', 'Mind the gap', team.bob.actorId, 'member'],
      ['card.updated', 'title: A better title; dueAt: 2030-01-02T03:04:05.000Z', team.ada.actorId, 'admin'],
      ['card.checklist_item_added', 'added a checklist item: Test it', team.ada.actorId, 'admin'],
      ['card.checklist_item_completed', 'checked off a checklist item: Test it', team.ada.actorId, 'admin'],
      ['agent_session.updated', 'asked you to stop', team.ada.actorId, 'admin'],
    ])
    expect(cursor).toBe(items.at(-1).id)
  })

  test('is neither what the agent did, nor what agents say, nor what is done in another session', {
    meta: { proves: ['session.news.items'] },
  }, async () => {
    const { cardId, sessionId } = await atWork()
    await team.robo.patch(`/api/cards/${cardId}`, { title: 'Of my own' })
    await comment(cardId, 'From one agent to another', team.bert)
    const other = (await team.bert.post(`/api/cards/${cardId}/sessions`)).body.id
    await team.post(other, { op: 'ask_human', question: 'Which?' }, team.bert)
    await team.eve.post(`/api/sessions/${other}/answer`, { answer: 'That one' })
    expect((await progress(sessionId)).items).toEqual([])
  })

  test('has nothing of the card for a token that may not read boards', { meta: { proves: ['session.news.scope'] } }, async () => {
    const blind = await team.tandem.agent(team.ada, 'Blind', [team.boardId], ['sessions:write'])
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId, blind)
    await comment(cardId, 'Not for everyone')
    await team.ada.patch(`/api/cards/${cardId}`, { title: 'Not for everyone' })
    await team.ada.post(`/api/sessions/${sessionId}/stop`)
    const { news } = (await team.post(sessionId, { op: 'progress', note: 'On it' }, blind)).body
    expect(textsOf(news)).toEqual(['asked you to stop'])
    expect((await blind.get('/api/me/work')).status).toBe(403)
  })

  test('repeats until its cursor comes back, and is not told again after that', { meta: { proves: ['session.news.cursor'] } }, async () => {
    const { cardId, sessionId } = await atWork()
    await comment(cardId, 'One')
    const first = await progress(sessionId)
    await comment(cardId, 'Two')
    expect(textsOf(await progress(sessionId))).toEqual(['One', 'Two'])
    expect(textsOf(await progress(sessionId, { newsCursor: first.cursor }))).toEqual(['Two'])
    // An older cursor takes nothing back.
    const second = await progress(sessionId)
    await progress(sessionId, { newsCursor: second.cursor })
    expect(textsOf(await progress(sessionId, { newsCursor: first.cursor }))).toEqual([])
    expect((await team.robo.get('/api/me/work')).body.news.items.filter((item: any) => item.cardId === cardId)).toEqual([])
  })

  test('comes ten at a time, each of 400 characters', { meta: { proves: ['session.news.bounds'] } }, async () => {
    const { cardId, sessionId } = await atWork()
    for (let n = 1; n <= 12; n++) await comment(cardId, `${n} ${'漢'.repeat(500)}`)
    const first = await progress(sessionId)
    expect([first.items.length, first.items[0].text.length]).toEqual([10, 400])
    const rest = await progress(sessionId, { newsCursor: first.cursor })
    expect(rest.items.map(({ text }: any) => text.split(' ')[0])).toEqual(['11', '12'])
  })

  test('is not told again after the agent has changed the state, if it gives no cursor back', {
    meta: { proves: ['session.news.cursor'] },
  }, async () => {
    const { cardId, sessionId } = await atWork()
    await comment(cardId, 'One')
    const asked = (await team.post(sessionId, { op: 'ask_human', question: 'Which?' })).body
    expect(textsOf(asked.news)).toEqual(['One'])
    await comment(cardId, 'Two')
    await team.eve.post(`/api/sessions/${sessionId}/answer`, { answer: 'That one' })
    expect(textsOf(await progress(sessionId))).toEqual(['Two', 'That one'])
  })

  test('since before it was taken up comes with the act that takes it up', { meta: { proves: ['session.news.cursor'] } }, async () => {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    await comment(cardId, 'Before you begin')
    expect(textsOf((await team.post(sessionId, { op: 'update', state: 'working' })).body.news)).toEqual(['Before you begin'])
  })

  test('is the same when an act is repeated', { meta: { proves: ['session.news.cursor'] } }, async () => {
    const { cardId, sessionId } = await atWork()
    await comment(cardId, 'One')
    const once = await team.post(sessionId, { op: 'log', payload: {}, clientMutationId: 'log-1' })
    await comment(cardId, 'Two')
    expect((await team.post(sessionId, { op: 'log', payload: {}, clientMutationId: 'log-1' })).body).toEqual(once.body)
  })

  test('takes no cursor that no answer gave, and leaves no trace', { meta: { proves: ['session.news.cursor'] } }, async () => {
    const { cardId, sessionId } = await atWork()
    const before = await team.events(sessionId)
    for (const newsCursor of ['yesterday', `${cardId}.x`, '']) {
      const refused = await team.post(sessionId, { op: 'progress', note: 'On it', newsCursor })
      expect([refused.status, refused.body.error.details?.[0]?.path ?? refused.body.error.message]).toEqual([
        400,
        expect.stringContaining('newsCursor'),
      ])
    }
    expect(await team.events(sessionId)).toEqual(before)
    // One of another card counts for that card alone.
    const elsewhere = await atWork()
    await comment(cardId, 'One')
    await comment(elsewhere.cardId, 'Elsewhere')
    const { cursor } = await progress(elsewhere.sessionId)
    expect(textsOf(await progress(sessionId, { newsCursor: cursor }))).toEqual(['One'])
  })
})

describe('news of the cards that block the card of a session', { meta: { proves: ['session.news.blockers'] } }, () => {
  const block = (blocker: string, cardId: string) => team.ada.put(`/api/cards/${blocker}/relations/${cardId}`, { kind: 'blocks' })
  const complete = (cardId: string, by = team.ada) => by.patch(`/api/cards/${cardId}`, { completedAt: '2026-11-21T09:00:00Z' })
  const keyOf = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card.key as string
  /** Started although a card blocks it. */
  const startedAnyway = async (by = team.robo) => {
    const [cardId, first] = [await team.newCard(), await team.newCard()]
    await block(first, cardId)
    const sessionId = await team.delegate(cardId, by)
    await team.ada.post(`/api/sessions/${sessionId}/start`)
    const started = await team.post(sessionId, { op: 'update', state: 'working' }, by)
    return { cardId, first, sessionId, cursor: started.body.news.cursor }
  }

  test('has each of them that comes, and each that is completed, once', async () => {
    const { cardId, first, sessionId } = await startedAnyway()
    const { cursor: before } = await progress(sessionId)
    const [second, third] = [await team.newCard(), await team.newCard()]
    await block(second, cardId)
    const added = await progress(sessionId, before ? { newsCursor: before } : {})
    expect(added.items).toMatchObject([
      { verb: 'card.related', cardId, actorId: team.ada.actorId, role: 'admin', text: `is blocked by ${await keyOf(second)} too` },
    ])
    expect(await progress(sessionId, { newsCursor: added.cursor })).toEqual({ items: [], cursor: null })
    // What blocks another card, or is related otherwise, is no news here; nor what the agent itself does.
    await block(second, third)
    await team.ada.put(`/api/cards/${third}/relations/${cardId}`, { kind: 'relates' })
    await team.robo.put(`/api/cards/${third}/relations/${cardId}`, { kind: 'blocks' })
    await team.ada.patch(`/api/cards/${second}`, { title: 'Only a title' })
    expect((await progress(sessionId)).items).toEqual([])

    await complete(first)
    await complete(third, team.robo)
    const completed = await progress(sessionId)
    expect(completed.items.map(({ cardId: on, text }: any) => [on, text])).toEqual([
      [cardId, `completed ${await keyOf(first)}, which blocked it`],
    ])
    await comment(cardId, 'One left')
    expect(textsOf(await progress(sessionId, { newsCursor: completed.cursor }))).toEqual(['One left'])
    await complete(second)
    const texts = textsOf(await progress(sessionId))
    expect(texts).toEqual(['One left', 'is no longer blocked'])
  })

  test('has each that is archived', async () => {
    const { cardId, first, sessionId } = await startedAnyway()
    await block(await team.newCard(), cardId)
    const { cursor } = await progress(sessionId)
    await team.ada.patch(`/api/cards/${first}`, { archived: true })
    expect(textsOf(await progress(sessionId, { newsCursor: cursor }))).toEqual([`archived ${await keyOf(first)}, which blocked it`])
  })

  test('tells the first one, and a lone one, by the card itself', async () => {
    const { cardId, sessionId } = await atWork()
    const only = await team.newCard()
    await block(only, cardId)
    expect(textsOf(await progress(sessionId))).toEqual([`is blocked: ${await keyOf(only)}`])
    await complete(only)
    expect(textsOf(await progress(sessionId))).toEqual([`is blocked: ${await keyOf(only)}`, 'is no longer blocked'])
  })

  test('has nothing of cards elsewhere, nor for a token that may not read boards', async () => {
    const other = (await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    const list = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
    const there = (await team.ada.post(`/api/lists/${list}/cards`, { title: 'There' })).body.id
    const open = await startedAnyway()
    const seen = textsOf(await progress(open.sessionId))
    await block(there, open.cardId)
    expect(textsOf(await progress(open.sessionId))).toEqual(seen)

    const blind = await team.tandem.agent(team.ada, 'Blinded', [team.boardId], ['sessions:write'])
    const hidden = await startedAnyway(blind)
    await block(await team.newCard(), hidden.cardId)
    expect((await team.post(hidden.sessionId, { op: 'progress', note: 'On it' }, blind)).body.news.items).toEqual([])
  })

  test('moves the place of its own card alone', async () => {
    const fresh = await team.tandem.agent(team.ada, 'Blocker', [team.boardId])
    const { cardId, sessionId } = await startedAnyway(fresh)
    const blocker = await team.newCard()
    const other = await team.delegate(blocker, fresh)
    await team.post(other, { op: 'update', state: 'working' }, fresh)
    const told = async (id: string, more: object = {}) => (await team.post(id, { op: 'progress', note: 'On it', ...more }, fresh)).body.news
    await comment(blocker, 'Unread')
    await block(blocker, cardId)
    const key = await keyOf(blocker)
    const { cursor } = await told(sessionId)
    expect(textsOf(await told(other, { newsCursor: cursor }))).toEqual(['Unread', 'added a relation: blocks'])
    const work = (await fresh.get('/api/me/work')).body.news
    expect(textsOf(work)).toEqual(expect.arrayContaining(['Unread', 'added a relation: blocks', `is blocked by ${key} too`]))
    expect((await fresh.get(`/api/me/work?newsCursor=${work.cursor}`)).body.news.items).toEqual([])
  })
})

test('my work has the news of all live sessions, with one cursor for them', { meta: { proves: ['session.news.work'] } }, async () => {
  const fresh = await team.tandem.agent(team.ada, 'Fresh', [team.boardId])
  const atWorkAs = async () => {
    const cardId = await team.newCard()
    return { cardId, sessionId: await team.delegate(cardId, fresh) }
  }
  const [one, two] = [await atWorkAs(), await atWorkAs()]
  const mine = async (newsCursor?: string) => (await fresh.get(`/api/me/work${newsCursor ? `?newsCursor=${newsCursor}` : ''}`)).body.news
  await comment(one.cardId, 'On the first')
  await comment(two.cardId, 'On the second')
  const news = await mine()
  expect(textsOf(news)).toEqual(['On the first', 'On the second'])
  expect(textsOf(await mine(news.cursor))).toEqual([])
  await comment(one.cardId, 'More')
  expect(textsOf(await mine(news.cursor))).toEqual(['More'])
  // Without a cursor, the news since the cursors that the sessions have returned.
  await team.post(one.sessionId, { op: 'progress', note: 'On it', newsCursor: news.cursor }, fresh)
  expect(textsOf(await mine())).toEqual(['On the second', 'More'])
  // A person has none.
  expect((await team.ada.get('/api/me/work')).body.news).toEqual({ items: [], cursor: null })
})
