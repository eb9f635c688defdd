import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from './fixture/team.ts'

describe('a session says', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  test('who asked it to stop first, and when, on every surface that shows it', { meta: { proves: ['session.state.stop'] } }, async () => {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    expect(await team.session(sessionId)).toMatchObject({ stopRequestedAt: null, stopRequestedBy: null })

    const stopped = (await team.bob.post(`/api/sessions/${sessionId}/stop`)).body
    expect(stopped.session).toMatchObject({ stopRequestedAt: stopped.event.createdAt, stopRequestedBy: team.bob.actorId, state: 'queued' })
    // A second request to stop does not replace the first.
    await team.ada.post(`/api/sessions/${sessionId}/stop`)
    const asked = { stopRequestedAt: stopped.event.createdAt, stopRequestedBy: team.bob.actorId }
    expect(await team.session(sessionId)).toMatchObject(asked)
    expect((await team.post(sessionId, { op: 'progress', note: 'Nearly' })).body.session).toMatchObject(asked)
    const { card } = (await team.ada.get(`/api/cards/${cardId}`)).body
    expect(card.sessions).toMatchObject([asked])
    expect(card.session.stopRequestedAt).toBe(asked.stopRequestedAt)
    const { lists } = (await team.ada.get(`/api/boards/${team.boardId}`)).body
    const tile = lists.flatMap((list: any) => list.cards).find((one: any) => one.id === cardId)
    expect(tile.session.stopRequestedAt).toBe(asked.stopRequestedAt)
    expect((await team.robo.get('/api/me/work')).body.delegated_to_me.find((one: any) => one.id === cardId).session).toMatchObject({
      stopRequestedAt: asked.stopRequestedAt,
    })
  })

  test('the latest answer with its question, and still when it has ended', { meta: { proves: ['session.state.answer'] } }, async () => {
    const sessionId = await team.delegate(await team.newCard())
    expect((await team.session(sessionId)).lastAnswer).toBeNull()
    const ask = async (question: string, answer: string) => {
      const questionEventId = (await team.post(sessionId, { op: 'ask_human', question })).body.event.id
      const answered = (await team.eve.post(`/api/sessions/${sessionId}/answer`, { answer })).body
      return { questionEventId, question, answer, answeredByActorId: team.eve.actorId, at: answered.event.createdAt }
    }
    const first = await ask('Which seal?', 'The blue one')
    expect((await team.session(sessionId)).lastAnswer).toEqual(first)
    // Other updates keep the last answer.
    await team.post(sessionId, { op: 'update', statusText: 'On it' })
    expect((await team.session(sessionId)).lastAnswer).toEqual(first)
    const second = await ask('Which colour?', 'Red')
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
    expect((await team.session(sessionId)).lastAnswer).toEqual(second)
  })
})
