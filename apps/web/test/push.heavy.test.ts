import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { whileBoardIsHeld } from '../../../packages/server/test/kit/database.ts'
import { type PushService, startPushService } from '../../../packages/server/test/kit/servers/push-service.ts'
import { inTheBrowser } from './kit/stage.ts'

/**
 * The browser's own push service cannot be reached. A double takes its subscription, and passes decrypted messages to the real service
 * worker, whose notifications it keeps.
 */
inTheBrowser('a question as a notice', (stage) => {
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service?.stop())

  test('it is offered beside a question, answered by a click on the notice, and says who was first', {
    meta: { proves: ['web.push.answered'] },
  }, async () => {
    const { ada, mia, robo, tandem } = stage.world
    const board = await makeBoard(stage.world, { name: 'Paint shop' })
    const { page, context } = await stage.visitAs('ada')
    await context.grantPermissions(['notifications'], { origin: tandem.url })
    await subscribeThere(page)
    const first = await asks('Which wall?')
    await page.goto(`/cards/${first.key}`)
    await page.getByText('Get a notification when an agent asks a question?').waitFor()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(async () => (await allowed(ada, 'pushDevice.list', {})).devices.length).toBe(1)
    const deliver = await pushTo(page, tandem.url)
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('no service worker has started')
    await keepNotices(worker)

    const second = await asks('Which colour?')
    await deliver()
    await expect
      .poll(() => noticesOf(worker))
      .toEqual([{ title: `Robo · ${second.key} Which colour?`, body: 'Which colour?', actions: ['Red', 'Blue'] }])
    await click(worker, 'answer-1')
    expect((await noticesOf(worker)).map(({ body }) => body)).toEqual(['Answered: Blue'])
    expect((await allowed(robo, 'session.get', { sessionId: second.sessionId })).lastAnswer?.answer).toBe('Blue')
    await deliver()
    await expect.poll(async () => (await noticesOf(worker)).map(({ body }) => body)).toEqual(['Answered by Ada: Blue'])
    await click(worker, '')

    const third = await asks('Which brush?')
    await deliver()
    await expect.poll(async () => (await noticesOf(worker)).map(({ actions }) => actions)).toEqual([['Red', 'Blue']])
    // The lock of the board is free again later: the buttons stay.
    await whileBoardIsHeld(tandem.database.pool, board.id, () => click(worker, 'answer-1'))
    const unsent = { body: 'Your answer was not sent. Try again, or open the question.', actions: ['Red', 'Blue'] }
    expect(await noticesOf(worker)).toEqual([expect.objectContaining(unsent)])
    await allowed(mia, 'session.answer', { sessionId: third.sessionId, answer: 'Red' })
    await click(worker, 'answer-1')
    expect((await noticesOf(worker)).map(({ body }) => body)).toEqual(['Answered by Mia: Red'])
    await click(worker, '')
    await page.waitForURL(`**/cards/${third.key}`)

    async function asks(question: string): Promise<{ sessionId: string; key: string }> {
      const card = await board.card(question)
      await allowed(ada, 'card.assign', { cardId: card.id, actorId: ada.actorId })
      const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
      await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question, options: ['Red', 'Blue'] })
      return { sessionId: session.id, key: card.key }
    }
  })

  /** Instead of the browser's own. */
  async function subscribeThere(page: Page): Promise<void> {
    await page.exposeFunction('subscribeThere', (publicKey: string) => service.subscribe(publicKey))
    await page.addInitScript(() => {
      const there = (window as unknown as { subscribeThere(key: string): Promise<Record<'endpoint' | 'p256dh' | 'auth', string>> })
        .subscribeThere
      PushManager.prototype.getSubscription = async () => null
      PushManager.prototype.subscribe = async (options) => {
        const { endpoint, p256dh, auth } = await there(String(options?.applicationServerKey))
        return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as unknown as PushSubscription
      }
    })
  }

  /** Passes the next message to the service worker of the page, as the browser does with messages of its push service. */
  async function pushTo(page: Page, origin: string): Promise<() => Promise<void>> {
    const session = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      }),
    )
    await session.send('ServiceWorker.enable')
    const registrationId = await registered
    return async () => {
      await expect.poll(() => service.pushed.length).toBeGreaterThan(0)
      const data = JSON.stringify(service.pushed.shift()?.message)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    }
  }
})

type Notice = { title: string; body: string; tag: string; actions?: { title: string }[] }
type Scope = { registration: { showNotification(title: string, of: Notice): Promise<void>; getNotifications(): Promise<Notice[]> } }

/** Headless Chromium shows no notifications of workers, whatever permissions it has: they are kept here, one per tag. */
const keepNotices = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = globalThis as unknown as Scope
    const shown = new Map<string, Notice>()
    registration.showNotification = async (title, of) => {
      const { tag } = of
      shown.set(tag, Object.assign({ ...of, title }, { close: () => shown.delete(tag) }))
    }
    registration.getNotifications = async () => [...shown.values()]
  })

const noticesOf = (worker: Worker): Promise<{ title: string; body: string; actions: string[] }[]> =>
  worker.evaluate(async () => {
    const shown = await (globalThis as unknown as Scope).registration.getNotifications()
    return shown.map(({ title, body, actions = [] }) => ({ title, body, actions: actions.map((action) => action.title) }))
  })

/** Resolves when the service worker has done all that follows. */
const click = (worker: Worker, action: string): Promise<void> =>
  worker.evaluate(async (chosen) => {
    const [notification] = await (globalThis as unknown as Scope).registration.getNotifications()
    let done: Promise<unknown> = Promise.resolve()
    const waitUntil = (promise: Promise<unknown>) => {
      done = promise
    }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action: chosen, waitUntil }))
    await done
  }, action)
