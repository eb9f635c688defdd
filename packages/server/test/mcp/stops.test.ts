import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { handClock, standingClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras, type McpClient } from './client.ts'
import { startWork } from './working.ts'

/** The clock stands still unless a test moves it, so an answer meanwhile does not come from a time-out. */
let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService({ clock: handClock() })
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

const stopRequest = () => ({ kind: 'log', body: { type: 'stop_requested', byActorId: ada.actorId } })

async function atWork() {
  const all = await startWork({ service: tandem, owner: ada })
  const { id } = all.session
  const post = (body: object) => all.robo.post(`/api/sessions/${id}/events`, body)
  expect((await post({ op: 'update', state: 'working' })).status).toBe(200)
  const events = async (since: string) => (await all.robo.get(`/api/sessions/${id}/events?since=${since}`)).body.events
  const last = (await all.robo.get(`/api/sessions/${id}/events`)).body.events.at(-1).id as string
  return { ...all, post, events, last, stop: () => ada.post(`/api/sessions/${id}/stop`) }
}

/** Makes the call in `next`, which ends the session, and expects no further call for the card. */
async function endsAndIsOfferedNothing(client: McpClient, robo: Person, card: { key: string }) {
  const { next } = await client.use('my_work')
  expect(next).toMatchObject({ tool: 'session_write', method: 'fail' })
  await client.use(next.tool, next.method, next.params)
  const after = await client.use('my_work')
  expect(after.next).toBeUndefined()
  expect(after.delegated_to_me).toMatchObject([{ key: card.key, session: { state: 'error' } }])
  expect(after.delegated_to_me[0].next).toBeUndefined()
  expect((await robo.post('/api/work/claim', {})).body).toMatchObject({ card: null, because: 'empty' })
}

describe('a stop reaches', () => {
  test('an agent that polls: its next look, and the answer to its next act', { meta: { proves: ['session.stop.reaches'] } }, async () => {
    const { robo, card, token, post, events, last, stop, session } = await atWork()
    expect(await events(last)).toEqual([])
    await stop()
    expect(await events(last)).toMatchObject([stopRequest()])
    expect((await robo.get(`/api/sessions/${session.id}`)).body.stopRequestedBy).toBe(ada.actorId)
    const told = (await post({ op: 'progress', note: 'Half' })).body
    expect(told.session.stopRequestedBy).toBe(ada.actorId)
    const client = await connect(tandem.url, token)
    await endsAndIsOfferedNothing(client, robo, card)
    await client.close()
  })

  test.each(eras)(
    'an agent in a long poll, while its time stands still (%s protocol)',
    { meta: { proves: ['session.stop.reaches'] } },
    async (era) => {
      const { robo, card, session, token, last, stop } = await atWork()
      const client = await connect(tandem.url, token, era)
      let isWaiting = false
      const params = { sessionId: session.id, since: last, waitSeconds: 25 }
      const call = { name: 'session_read', arguments: { method: 'poll_events', params } }
      const waiting = client.client.callTool(call, { onprogress: () => (isWaiting = true) })
      await until(() => {
        if (!isWaiting) tandem.clock.advance(100)
        return isWaiting
      })
      const stoodAt = tandem.clock.now()
      await stop()
      expect((await waiting).structuredContent).toMatchObject({ events: [stopRequest()] })
      expect(tandem.clock.now()).toBe(stoodAt)
      await endsAndIsOfferedNothing(client, robo, card)
      await client.close()
    },
  )

  test('a claim that waits: it takes nothing that is to stop', { meta: { proves: ['session.stop.reaches'] } }, async () => {
    const { board, robo, session } = await startWork({ service: tandem, owner: ada })
    const pause = (agentsPaused: object | null) => ada.patch(`/api/boards/${board.id}`, { agentsPaused })
    await pause({ reason: 'Wrong plan' })
    let isOver = false
    const waiting = robo.post('/api/work/claim', { waitSeconds: 25 }).finally(() => (isOver = true))
    await ada.post(`/api/sessions/${session.id}/stop`)
    await pause(null)
    await until(() => {
      if (!isOver) tandem.clock.advance(100)
      return isOver
    })
    expect((await waiting).body).toMatchObject({ card: null, because: 'empty' })
    expect((await robo.get(`/api/sessions/${session.id}`)).body.state).toBe('queued')
  })

  test.each(eras)(
    'an agent that waits for work, in that wait (%s protocol)',
    { meta: { proves: ['session.stop.reaches'] } },
    async (era) => {
      // Time stands still, so no wait comes to its end.
      const service = await startTestService({ clock: standingClock() })
      onTestFinished(() => service.stop())
      const owner = await service.register('Ada')
      const { board, tree, robo, card, session, token } = await startWork({ service, owner })
      const client = await connect(service.url, token, era)
      onTestFinished(() => client.close())
      await client.use('my_work', 'claim_next', { sessionId: session.id })
      // Started again after a crash, the agent waits until the lease of its session ends.
      const { next } = await client.use('my_work')
      expect(next).toMatchObject({ method: 'claim_next', params: { waitSeconds: 25 } })
      const waiting = client.use(next.tool, null, { method: next.method, ...next.params })
      await owner.post(`/api/sessions/${session.id}/stop`)
      expect(await waiting).toMatchObject({ card: null, because: 'empty', next: { tool: 'my_work', method: 'get' } })
      expect((await client.use('my_work')).next).toMatchObject({ tool: 'session_write', method: 'fail' })

      // A stop from before ends no wait: the next card comes in it.
      service.clock.advance(1_000)
      await owner.patch(`/api/lists/${tree.lists[0].id}`, { queue: {} })
      const later = robo.post('/api/work/claim', { waitSeconds: 25, boardId: board.id })
      const { key } = (await owner.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Valve' })).body
      expect(key).not.toBe(card.key)
      expect((await later).body.card.key).toBe(key)
    },
  )
})
