import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('a mention', () => {
  let team: Team
  let cardId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard()
  })

  const say = async (body: string, by: Person = team.ada) => created(await by.post(`/api/cards/${cardId}/comments`, { body }))
  const sessions = async () => (await team.ada.get(`/api/cards/${cardId}/sessions`)).body
  const verbs = async () => (await team.log(cardId)).map(({ verb }) => verb).slice(1)
  const told = async (person: Person, reason = 'mentioned') => (await team.inbox(person, reason)).filter((row) => row.cardId === cardId)

  test('of members tells each of them once, is logged with their ids, and outranks the other reasons', async () => {
    cardId = await team.newCard({ assigneeActorIds: [team.bob.actorId] })
    const { id } = await say(`@${team.bob.handle}, @${team.eve.handle} and @${team.bob.handle}: look. @${team.stranger.handle} @nobody`)
    const mentionedActorIds = [team.bob.actorId, team.eve.actorId]
    expect((await team.log(cardId)).at(-1)).toMatchObject({
      verb: 'comment.mentioned',
      payload: { cardId, commentId: id, mentionedActorIds },
    })
    for (const person of [team.bob, team.eve]) expect(await told(person)).toHaveLength(1)
    expect(await told(team.bob, 'commented')).toEqual([])
    expect(await told(team.stranger)).toEqual([])
  })

  test('of oneself is none', async () => {
    await say(`I, @${team.ada.handle}, was here`)
    await say(`I, @${team.robo.handle}, too`, team.robo)
    expect(await verbs()).toEqual(['comment.added', 'comment.added'])
    expect(await sessions()).toEqual([])
  })

  test('of an agent opens a session for the author, and the session names the comment', async () => {
    const { id } = await say(`@${team.robo.handle} please`, team.bob)
    expect(await sessions()).toMatchObject([
      { agentActorId: team.robo.actorId, initiatorActorId: team.bob.actorId, state: 'queued', trigger: { type: 'mention', commentId: id } },
    ])
    expect(await verbs()).toEqual(['comment.added', 'comment.mentioned', 'agent_session.created'])
    expect((await team.log(cardId)).at(-1)?.payload.context.recentComments).toMatchObject([{ id, actorId: team.bob.actorId }])
    expect((await team.ada.get(`/api/cards/${cardId}`)).body.card.delegation).toBeNull()
  })

  test('of an agent that is not mentionable, or not of the board, opens nothing', async () => {
    const quiet = await team.tandem.agent(team.ada, 'Quiet', [team.boardId])
    await team.ada.patch(`/api/agents/${quiet.actorId}`, { capabilities: { delegatable: true, mentionable: false } })
    const outside = await team.tandem.agent(team.ada, 'Outside')
    await say(`@${quiet.handle} @${outside.handle} hello`)
    expect(await sessions()).toEqual([])
    expect(await told(quiet)).toHaveLength(1)
  })

  test('of an agent at work on the card becomes a note in its trail', async () => {
    const sessionId = await team.delegate(cardId)
    const { id, body } = await say(`@${team.robo.handle} and use the blue seal`, team.bob)
    expect((await sessions()).map((session: { id: string }) => session.id)).toEqual([sessionId])
    expect((await team.events(sessionId)).at(-1)).toMatchObject({
      kind: 'log',
      body: { type: 'mention', commentId: id, body, actorId: team.bob.actorId },
    })
    expect((await team.log(cardId)).at(-1)).toMatchObject({
      verb: 'agent_session.log',
      payload: { sessionId, payload: { type: 'mention', commentId: id } },
    })
  })

  test('by an agent at work on the card opens no further sessions; by one that is not it does', async () => {
    const sessionId = await team.delegate(cardId)
    await say(`@${team.bert.handle}, can you help?`, team.robo)
    expect((await sessions()).map((session: { id: string }) => session.id)).toEqual([sessionId])
    expect(await told(team.bert)).toHaveLength(1)
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
    await say(`@${team.bert.handle}, your turn`, team.robo)
    expect((await sessions())[0]).toMatchObject({ agentActorId: team.bert.actorId, initiatorActorId: team.robo.actorId })
  })

  test('two agents that mention one another stop by themselves (F89)', async () => {
    await say(`@${team.robo.handle} go`)
    for (let n = 0; n < 6; n++) await say(`@${n % 2 ? team.robo.handle : team.bert.handle} you!`, n % 2 ? team.bert : team.robo)
    expect((await sessions()).map((session: { agentActorId: string }) => session.agentActorId)).toEqual([team.robo.actorId])
  })

  test('that an edit adds counts, one that stood there before does not count again', async () => {
    const { id } = await say(`@${team.bob.handle} look`)
    const edit = (body: string) => team.ada.patch(`/api/comments/${id}`, { body })
    expect((await edit(`@${team.bob.handle} @${team.eve.handle} @${team.robo.handle} look`)).status).toBe(200)
    expect(
      (await team.log(cardId)).find(({ verb, payload }) => verb === 'comment.mentioned' && payload.mentionedActorIds.length === 2),
    ).toBeDefined()
    expect(await told(team.bob)).toHaveLength(1)
    expect(await told(team.eve)).toMatchObject([{ verb: 'comment.edited' }])
    expect(await sessions()).toMatchObject([{ agentActorId: team.robo.actorId, trigger: { type: 'mention', commentId: id } }])
    await edit(`@${team.robo.handle} really`)
    expect(await team.events((await sessions())[0].id)).toHaveLength(1)
  })

  test('made 40 times at once by different comments of one card opens one session and leaves 39 notes', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => say(`@${team.robo.handle} ${n}`)))
    const [session, ...others] = await sessions()
    expect(others).toEqual([])
    expect((await team.events(session.id)).filter(({ kind }) => kind === 'log')).toHaveLength(39)
  })

  test('opens 30 sessions a minute on a board at most; beyond that it only tells', async () => {
    team.tandem.clock.advance(61_000)
    const cards = await Promise.all(Array.from({ length: 33 }, () => team.newCard()))
    const opened = async (card: string) => (await team.ada.get(`/api/cards/${card}/sessions`)).body.length
    for (const card of cards) created(await team.ada.post(`/api/cards/${card}/comments`, { body: `@${team.robo.handle} go` }))
    const counts = await Promise.all(cards.map(opened))
    expect(counts.filter((count) => count === 1)).toHaveLength(30)
    expect((await team.inbox(team.robo, 'mentioned')).filter((row) => row.cardId === cards.at(-1))).toHaveLength(1)
    await team.delegate(cards.at(-1) ?? '')
    team.tandem.clock.advance(61_000)
    await say(`@${team.bert.handle} go`)
    expect(await sessions()).toHaveLength(1)
  })
})
