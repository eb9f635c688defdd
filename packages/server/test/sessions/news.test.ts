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
      ['card.checklist_item_completed', 'ticked a checklist item: Test it', team.ada.actorId, 'admin'],
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
