import { verifyV2 } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { failTimes, hook, type Received, receive, until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

const day = 24 * 3_600_000

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

/** A second webhook for the same events: once it has got one, the webhook under test would have too. */
const witness = () => hook(world, board, ['card.created'])
const verify = ({ headers, rawBody }: Received, secret: string) =>
  verifyV2({ secret, headers, rawBody, nowSeconds: world.tandem.clock.now() / 1_000, previousSecretHeader: false })
/** The same request with the previous signature in the place of the current one. */
const byPrevious = ({ headers, ...rest }: Received): Received => ({
  ...rest,
  headers: { ...headers, 'x-signature': String(headers['x-signature-previous']) },
})

scenario(
  'PATCH pauses and resumes a subscription: what happens in between is not delivered',
  ['webhook.update.deactivate', 'webhook.update.activate'],
  async () => {
    const [paused, other] = [await hook(world, board, ['card.created']), await witness()]
    await board.card('one')
    await paused.heard(1)
    expect((await paused.update({ active: false })).active).toBe(false)
    await board.card('two')
    await other.heard(2)
    expect(await paused.update({ active: true })).toMatchObject({ active: true, disabledReason: null })
    await board.card('three')
    await paused.heard(2)
    expect(paused.receiver.received.map(({ body }) => body.payload)).toMatchObject([{ title: 'one' }, { title: 'three' }])
  },
)

scenario('PATCH changes where and what is delivered', ['webhook.update.url-events'], async () => {
  const [moved, next] = [await hook(world, board, ['card.created']), await receive()]
  const changed = await moved.update({ url: next.url, events: ['list.created'] })
  expect(changed).toMatchObject({ id: moved.id, url: next.url, events: ['list.created'] })
  expect(await moved.shown()).toEqual(changed)
  const refusals = [{ events: ['no.such'] }, { events: [] }, { url: 'nowhere' }, { url: 'ftp://example.com/' }]
  for (const change of refusals)
    await refused(world.ada, 'webhook.update', { boardId: board.id, webhookId: moved.id, ...change }, 'validation')
  expect(await moved.shown()).toEqual(changed)
  await board.card()
  await allowed(world.mia, 'list.create', { boardId: board.id, name: 'Later' })
  await until(() => next.received.length > 0)
  expect(next.received.map(({ body }) => body.verb)).toEqual(['list.created'])
  expect(moved.receiver.received).toEqual([])
})

scenario('a deleted subscription is gone and hears nothing more', ['webhook.delete.answer'], async () => {
  const [gone, other] = [await hook(world, board, ['card.created']), await witness()]
  await board.card()
  await gone.heard(1)
  const where = { boardId: board.id, webhookId: gone.id }
  const crossed = { ...where, boardId: (await makeBoard(world)).id }
  await refused(world.ada, 'webhook.delete', crossed, 'not_found')
  expect((await call(world.ada, 'webhook.delete', where)).status).toBe(204)
  await refused(world.ada, 'webhook.delete', where, 'not_found')
  expect((await allowed(world.ada, 'webhook.list', { boardId: board.id })).map(({ id }) => id)).toEqual([other.id])
  await board.card()
  await other.heard(2)
  expect(gone.receiver.received).toHaveLength(1)
})

scenario(
  'a rotated secret signs at once, and the one before beside it for a day',
  ['webhook.secret.rotate', 'webhook.secret.rotate-signatures', 'webhook.secret.rotate-format', 'webhook.secret.rotate-ends'],
  async () => {
    const rotated = await hook(world, board, ['card.created'])
    const { secret: after = '' } = await rotated.update({ rotateSecret: true })
    if (!after) throw new Error('no new secret was shown')
    expect(after).toMatch(/^whsec_\S{32,}$/)
    expect(after).not.toBe(rotated.secret)
    expect([await rotated.shown(), await rotated.update({ active: true })].map((one) => 'secret' in one)).toEqual([false, false])
    const next = async (): Promise<Received> => {
      const count = rotated.receiver.received.length + 1
      await board.card()
      await rotated.heard(count)
      const received = rotated.receiver.received.at(-1)
      if (!received) throw new Error('nothing was received')
      return received
    }
    for (const later of [0, day - 60_000]) {
      world.tandem.clock.advance(later)
      const received = await next()
      for (const name of ['x-signature', 'x-signature-previous']) expect(received.headers[name]).toMatch(/^v2=[0-9a-f]{64}$/)
      expect([await verify(received, after), await verify(received, rotated.secret)]).toMatchObject([{ ok: true }, { ok: false }])
      expect([await verify(byPrevious(received), rotated.secret), await verify(byPrevious(received), after)]).toMatchObject([
        { ok: true },
        { ok: false },
      ])
    }
    world.tandem.clock.advance(60_000)
    const late = await next()
    expect(late.headers).not.toHaveProperty('x-signature-previous')
    expect([await verify(late, after), await verify(late, rotated.secret)]).toMatchObject([{ ok: true }, { ok: false }])
  },
)

scenario(
  'ten terminal failures in a row switch a subscription off and tell the admins; switching it on gives it ten more',
  ['webhook.disable.after-ten', 'webhook.disable.notifies', 'webhook.update.activate-clears', 'delivery.retry.4xx-terminal'],
  async () => {
    await allowed(world.ada, 'member.update', { boardId: board.id, actorId: world.mia.actorId, role: 'admin' })
    const [failing, other] = [await hook(world, board, ['card.created'], 410), await witness()]
    await failTimes(board, failing, 9)
    expect(await failing.shown()).toMatchObject({ active: true, consecutiveFailures: 9, disabledReason: null })
    await failTimes(board, failing, 1)
    await until(async () => !(await failing.shown()).active)
    expect(await failing.shown()).toMatchObject({ disabledReason: expect.any(String), consecutiveFailures: 10 })
    const told = async (name: 'ada' | 'mia' | 'vic') =>
      (await allowed(world[name], 'notification.list', {})).filter((one) => one.boardId === board.id && one.reason === 'webhook_disabled')
        .length
    expect([await told('ada'), await told('mia'), await told('vic')]).toEqual([1, 1, 0])
    await board.card()
    await other.heard(11)
    expect(failing.receiver.received).toHaveLength(10)
    expect(await failing.update({ active: true })).toMatchObject({ active: true, consecutiveFailures: 0, disabledReason: null })
    await failTimes(board, failing, 9)
    expect((await failing.shown()).active).toBe(true)
  },
)

scenario('one success starts the count of failures anew', ['webhook.disable.reset-by-success'], async () => {
  const shaky = await hook(world, board, ['card.created'], 410)
  await failTimes(board, shaky, 9)
  shaky.receiver.answers = [204]
  await board.card()
  await until(async () => (await shaky.shown()).consecutiveFailures === 0)
  shaky.receiver.answers = [410]
  await failTimes(board, shaky, 9)
  expect((await shaky.shown()).active).toBe(true)
})
