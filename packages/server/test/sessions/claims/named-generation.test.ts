import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentScopes } from '../../kit/service.ts'
import { connect } from '../../mcp/client.ts'
import { created, startTeam, type Team } from '../fixture/team.ts'

const second = 1_000

/** A process names the session under which it acts, and the generation of the lease by which it holds it. */
describe('acts under a claimed session', () => {
  let team: Team
  let cardId: string
  let sessionId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard()
    sessionId = await team.delegate(cardId)
    expect((await claim()).status).toBe(201)
  })

  const claim = () => team.robo.post('/api/work/claim', { sessionId, leaseSeconds: 60 })
  const advance = async (ms: number) => {
    team.tandem.clock.advance(ms)
    await team.tandem.service.workers.watchdog.runOnce()
  }
  const named = (generation?: number | string, id = sessionId) => ({
    'x-session-id': id,
    ...(generation !== undefined && { 'x-session-generation': `${generation}` }),
  })
  const comment = (on: string, headers: Record<string, string> = {}) =>
    team.robo.post(`/api/cards/${on}/comments`, { body: 'Seen.' }, headers)
  const expiresAt = async () => Date.parse((await team.session(sessionId)).lease.expiresAt)
  const logs = async () => (await team.ada.get(`/api/boards/${team.boardId}`)).headers.get('etag')
  /** The lease of the first process ends, and a second one claims the session. */
  const taken = async () => {
    await advance(61 * second)
    expect((await claim()).body.lease.generation).toBe(2)
  }

  test('are refused to a process that has lost its lease, wherever it writes', { meta: { proves: ['lease.fence.named'] } }, async () => {
    const other = await team.newCard()
    expect((await comment(other, named(1))).status).toBe(201)
    await taken()
    const item = created(await team.ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'Test it' })).id
    const [before, ends] = [await logs(), await expiresAt()]
    team.tandem.clock.advance(10 * second)
    for (const late of [
      () => comment(cardId, named(1)),
      () => comment(other, named(1)),
      () => team.robo.patch(`/api/checklist-items/${item}`, { done: true }, named(1)),
      () => team.robo.post(`/api/lists/${team.listId}/cards`, { title: 'Late' }, named(1)),
    ]) {
      const { status, body } = await late()
      expect([status, body.error.reason, body.error.details]).toEqual([409, 'leaseLost', { sessionId, generation: 2 }])
    }
    expect([await logs(), await expiresAt()]).toEqual([before, ends])
    expect((await comment(cardId, named(2))).body.sessionId).toBe(sessionId)
    expect(await expiresAt()).toBeGreaterThan(ends)

    await team.post(sessionId, { op: 'complete', summary: 'Done', generation: 2 })
    expect((await comment(other, named(1))).body.error.reason).toBe('leaseLost')
    expect((await comment(other, named(2))).status).toBe(201)
  })

  test('are taken without a generation, and where no lease was', { meta: { proves: ['lease.fence.named'] } }, async () => {
    await taken()
    expect((await comment(cardId, named())).status).toBe(201)
    // A generation without a session is refused: the process would believe itself fenced, and is not.
    const alone = await comment(cardId, { 'x-session-generation': '1' })
    expect([alone.status, alone.body.error.reason]).toEqual([400, 'generationAlone'])
    const free = await team.newCard()
    const unclaimed = await team.delegate(free)
    expect((await comment(free, named(7, unclaimed))).status).toBe(201)
    for (const no of ['one', '0', '1.5', '']) {
      const { status, body } = await comment(cardId, named(no))
      expect([status, body.error.reason]).toEqual([400, 'generationUnfit'])
    }
    expect((await team.robo.get(`/api/cards/${cardId}`, named('one'))).status).toBe(200)
  })

  test('of a report go by its own generation: what was used still counts', { meta: { proves: ['lease.fence.named'] } }, async () => {
    await taken()
    const usage = await team.robo.post(
      `/api/sessions/${sessionId}/events`,
      { op: 'update', usage: { inputTokens: 40 }, generation: 1 },
      named(1),
    )
    expect([usage.status, usage.body.session.usage]).toEqual([200, { inputTokens: 40 }])
  })

  test('are refused alike in a tool', { meta: { proves: ['lease.fence.named'] } }, async () => {
    const { token } = created(await team.ada.post('/api/tokens', { label: 'late', scopes: agentScopes, actorId: team.robo.actorId }))
    const { use, refused, close } = await connect(team.tandem.url, token)
    const params = { cardId, body: 'Seen.', sessionId }
    await use('card_write', 'comment', { ...params, generation: 1 })
    await taken()
    const before = await logs()
    const lost = await refused('card_write', 'comment', { ...params, generation: 1 })
    expect(lost).toMatchObject({ code: 'conflict', next: { tool: 'my_work', method: 'claim_next' } })
    const list = (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists.at(-1).name
    const moved = await refused('card_write', 'move', { cardId, listId: list, sessionId, generation: 1 })
    expect(moved.next).toEqual({ tool: 'my_work', method: 'claim_next', params: { waitSeconds: 25 } })
    expect(await refused('card_write', 'comment', { cardId, body: 'Late', generation: 1 })).toMatchObject({ reason: 'generationAlone' })
    expect(await logs()).toBe(before)
    await use('card_write', 'comment', { ...params, generation: 2 })
    await close()
    // The headers of the request count too. The generation of a header does not apply to a session that the call names.
    const byHeaders = await connect(team.tandem.url, token, 'modern', named(1))
    expect(await byHeaders.refused('card_write', 'comment', { cardId, body: 'Late' })).toMatchObject({ code: 'conflict' })
    await byHeaders.use('card_write', 'comment', params)
    await byHeaders.close()
  })
})
