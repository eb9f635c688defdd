import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pushContact } from '../../src/config/derived.ts'
import { readConfig } from '../../src/config.ts'
import { iso } from '../../src/kernel/common/clock.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createSeal } from '../../src/seal.ts'
import { claim, createPushQueue } from '../../src/workers/push/queue.ts'
import { createPushWorker } from '../../src/workers/push/worker.ts'
import { standingClock } from '../kit/clock.ts'
import { send, until } from '../kit/http.ts'
import { type PushService, startPushService } from '../kit/servers/push-service.ts'
import { type Person, startTestService } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

const key = Buffer.alloc(32, 7)
const devices = '/api/me/push-devices'
const minute = 60_000

describe('web push', () => {
  let service: PushService
  let team: Team
  let mia: Person
  const clock = standingClock()
  beforeAll(async () => {
    service = await startPushService(clock.now)
    team = await startTeam({ clock, environment: { INTEGRATION_SECRET_KEY: key.toString('hex'), MAIL_FROM: 'Tandem <tandem@mail.test>' } })
    // The tests push by workers of their own, so that they know when it is done.
    await team.tandem.service.workers.stop()
  })
  afterAll(async () => {
    await team?.stop()
    await service?.stop()
  })
  beforeEach(async () => {
    for (const table of ['push_messages', 'push_devices']) await query(`delete from ${table}`)
    service.pushed.length = service.next.length = 0
    mia = await newMember('Mia')
  })

  const query = async (text: string, values: unknown[] = []) => (await team.tandem.database.pool.query(text, values)).rows
  const waiting = () => query('select what, attempts from push_messages order by id')
  async function newMember(name: string, more = {}): Promise<Person> {
    const person = await team.tandem.register(name, more)
    created(await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: person.actorId, role: 'member' }))
    return person
  }
  async function device(person: Person) {
    const { publicKey } = (await person.get(devices)).body
    const subscription = service.subscribe(publicKey)
    const { id } = created(await person.post(devices, subscription))
    return { id: id as string, subscription }
  }
  /** Another instance, with other settings. */
  async function elsewhere(person: Person, environment: Record<string, string>) {
    const other = await startTestService({ address: team.tandem.address, clock, environment })
    onTestFinished(() => other.stop())
    return { ...send(other.url, { cookie: person.cookie ?? '' }), service: other.service }
  }
  const worker = (outbound = createOutbound({ allowPrivate: true, allowed: '' })) =>
    createPushWorker({
      queue: createPushQueue(team.tandem.database),
      clock,
      seal: createSeal([key]),
      outbound,
      contact: pushContact(team.tandem.config),
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
    })
  async function push(): Promise<void> {
    while ((await worker().runOnce()) > 0);
  }
  async function ask(person: Person, question: object): Promise<string> {
    const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [person.actorId] }))
    expect((await team.post(sessionId, { op: 'ask_human', ...question })).status).toBe(200)
    return sessionId
  }
  const answer = (sessionId: string, by: Person, given: string) => by.post(`/api/sessions/${sessionId}/answer`, { answer: given })

  test('a question goes to each browser of whom it asks, encrypted, with its options; how it ended takes its place', {
    meta: { proves: ['push.question.pushed', 'push.question.settled', 'push.carried.standards'] },
  }, async () => {
    await device(mia)
    const { id } = await device(mia)
    await device(team.eve)
    const sessionId = await ask(mia, { question: 'Which seal?', options: ['The left one', 'The right one'] })
    const { question, cardKey } = await team.session(sessionId)
    await push()
    expect(service.pushed).toHaveLength(2)
    expect(service.pushed[1]).toMatchObject({
      ttl: 86_400,
      urgency: 'high',
      topic: question.eventId.replaceAll('-', ''),
      contact: 'mailto:tandem@mail.test',
      message: {
        what: 'question',
        tag: question.eventId,
        title: `Robo · ${cardKey} Fix the pump`,
        body: 'Which seal?',
        options: ['The left one', 'The right one'],
        sessionId,
        questionEventId: question.eventId,
        path: `/cards/${cardKey}`,
      },
    })
    expect((await mia.get(devices)).body.devices.find((one: { id: string }) => one.id === id)).toMatchObject({
      failures: 0,
      lastUsedAt: iso(clock.now()),
    })

    service.pushed.length = 0
    expect((await answer(sessionId, team.bob, 'The left one')).status).toBe(200)
    await push()
    expect(service.pushed.map(({ message, topic }) => ({ ...message, topic }))).toEqual(
      Array(2).fill(
        expect.objectContaining({
          what: 'settled',
          tag: question.eventId,
          topic: question.eventId.replaceAll('-', ''),
          answer: 'The left one',
          byName: 'Bob',
        }),
      ),
    )
    expect(await waiting()).toEqual([])
  })

  test('what is no choice of two is only opened; what was settled, or is not theirs to see any more, is not pushed', {
    meta: { proves: ['push.question.settled', 'push.question.pushed'] },
  }, async () => {
    await device(mia)
    await ask(mia, { question: 'Which of three?', options: ['1', '2', '3'] })
    await ask(mia, { question: 'How?' })
    await ask(mia, { question: 'Long?', options: ['a'.repeat(60), 'b'.repeat(61)] })
    await push()
    expect(service.pushed.map(({ message }) => [message.body, message.options]).toSorted()).toEqual([
      ['How?', []],
      ['Long?', []],
      ['Which of three?', []],
    ])
    service.pushed.length = 0
    // Answered before it went: nothing was shown, and there is nothing to take back.
    const quick = await ask(mia, { question: 'Quick?' })
    expect((await answer(quick, team.bob, 'yes')).status).toBe(200)
    expect(await waiting()).toEqual([])
    await ask(mia, { question: 'Too late?' })
    clock.advance(25 * 60 * minute)
    await push()
    await ask(mia, { question: 'Still a member?' })
    expect((await team.ada.delete(`/api/boards/${team.boardId}/members/${mia.actorId}`)).status).toBe(204)
    await push()
    expect([service.pushed, await waiting()]).toEqual([[], []])
  })

  test('in quiet time nothing but a test is pushed; at its end what is still asked is, with all of its time', {
    meta: { proves: ['notification.quiet.push'] },
  }, async () => {
    const { id } = await device(mia)
    const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    const today = new Date(clock.now()).getUTCDay()
    const days = [weekdays[today], weekdays[(today + 1) % 7]]
    const rest = async (quiet: object | null) => expect((await mia.patch('/api/me/notification-settings', { quiet })).status).toBe(200)
    await rest({ days })
    const settled = await ask(mia, { question: 'Which seal?' })
    await ask(mia, { question: 'How tight?' })
    await mia.post(`${devices}/${id}/test`)
    await push()
    expect(service.pushed.map(({ message }) => message.what)).toEqual(['test'])
    expect(await waiting()).toEqual([0, 1].map(() => ({ what: 'question', attempts: 0 })))
    await answer(settled, team.bob, 'The left one')
    service.pushed.length = 0
    const midnight = new Date(clock.now()).setUTCHours(48, 0, 0, 0)
    clock.advance(midnight - clock.now() - minute)
    await push()
    expect(service.pushed).toEqual([])
    clock.advance(minute)
    await Promise.all([push(), push()])
    expect(service.pushed.map(({ message, ttl }) => [message.body, ttl])).toEqual([['How tight?', 86_400]])
    expect(await waiting()).toEqual([])

    service.pushed.length = 0
    await rest({ days: [weekdays[new Date(clock.now()).getUTCDay()]] })
    const now = await ask(mia, { question: 'Now?' })
    await push()
    await rest(null)
    await push()
    expect(service.pushed.map(({ message }) => message.body)).toEqual(['Now?'])
    // A notice that is shown already is updated at once: its buttons would have no effect.
    service.pushed.length = 0
    await rest({ days: [weekdays[new Date(clock.now()).getUTCDay()]] })
    await answer(now, team.bob, 'Yes')
    await push()
    expect(service.pushed.map(({ message }) => [message.what, message.answer])).toEqual([['settled', 'Yes']])
  })

  test('an approval has its two buttons until its default is taken, which the notice then says', {
    meta: { proves: ['push.question.pushed', 'push.question.settled'] },
  }, async () => {
    await device(mia)
    const deadline = { expiresInMinutes: 10, defaultOption: 'deny' }
    const sessionId = await ask(mia, { question: 'Deploy?', kind: 'approval', ...deadline })
    await push()
    expect(service.pushed).toMatchObject([{ ttl: 600, message: { what: 'question', options: ['approve', 'deny'], isApproval: true } }])
    service.pushed.length = 0
    clock.advance(11 * minute)
    expect((await answer(sessionId, team.bob, 'approve')).status).toBe(409)
    await push()
    expect(service.pushed.map(({ message }) => message)).toMatchObject([{ what: 'settled', answer: 'deny', byDefault: true }])
  })

  test('it is tried again after 429, 5xx and silence, not before Retry-After; a subscription that has ended goes', {
    meta: { proves: ['push.retry.backoff', 'push.device.ended'] },
  }, async () => {
    const { id } = await device(mia)
    await ask(mia, { question: 'Which seal?' })
    const failures = async () => (await mia.get(devices)).body.devices.map((one: { failures: number }) => one.failures)
    service.next.push({ status: 429, headers: { 'retry-after': '600' } }, { status: 500 }, { status: 413 })
    await push()
    expect([await waiting(), await failures()]).toEqual([[{ what: 'question', attempts: 1 }], [1]])
    clock.advance(9 * minute)
    expect(await worker().runOnce()).toBe(0)
    clock.advance(2 * minute)
    await push()
    expect([await waiting(), await failures()]).toEqual([[{ what: 'question', attempts: 2 }], [2]])
    clock.advance(minute)
    await push()
    // A message that the push service will never accept is dropped.
    expect([await waiting(), await failures(), service.pushed]).toEqual([[], [3], []])

    service.next.push('hang')
    expect((await mia.post(`${devices}/${id}/test`)).status).toBe(204)
    const outbound = createOutbound({ allowPrivate: true, allowed: '' })
    await worker({ ...outbound, post: (url, input) => outbound.post(url, { ...input, timeoutMs: 200 }) }).runOnce()
    expect(await waiting()).toEqual([{ what: 'test', attempts: 1 }])
    clock.advance(minute)
    await push()
    expect(service.pushed.map(({ message }) => message.what)).toEqual(['test'])
    expect(await failures()).toEqual([0])

    service.next.push({ status: 410 })
    await ask(mia, { question: 'And now?' })
    await push()
    expect([await waiting(), await failures()]).toEqual([[], []])
  })

  test('a service that dies with a notice in hand loses nothing: another sends it, in the place of the first', {
    meta: { proves: ['push.worker.crash'] },
  }, async () => {
    await device(mia)
    const sessionId = await ask(mia, { question: 'Which seal?', options: ['A', 'B'] })
    const nowMs = clock.now()
    const lost = await team.tandem.database.rows(claim({ now: iso(nowMs), leaseEnd: iso(nowMs + 4_500) }))
    expect(lost).toHaveLength(1)
    expect(await worker().runOnce()).toBe(0)
    // Settled meanwhile: this message waits for one that may be on its way, and then replaces it.
    expect((await answer(sessionId, team.bob, 'A')).status).toBe(200)
    expect(await worker().runOnce()).toBe(0)
    clock.advance(5_000)
    await push()
    expect(service.pushed.map(({ message }) => message.what)).toEqual(['settled'])
    // The dead one comes back: its claim is not worth anything.
    await createPushQueue(team.tandem.database).postpone(lost.map((row) => ({ ...row, untilMs: nowMs })))
    expect(await waiting()).toEqual([])
  })

  test('devices are of the person and of the sign-in; an address of the inside is refused', {
    meta: {
      proves: [
        'push.device.list',
        'push.device.add',
        'push.device.remove',
        'push.device.test',
        'push.device.own-only',
        'limit.push.devices',
      ],
    },
  }, async () => {
    const { id, subscription } = await device(mia)
    const [listed] = (await mia.get(devices)).body.devices
    expect(listed).toMatchObject({ id, isCurrent: true, service: new URL(service.origin).host, lastUsedAt: null, failures: 0 })
    expect((await mia.post(devices, subscription)).body.id).toBe(id)
    // Only their own, by cookie.
    for (const [status, path] of [
      [404, `${devices}/${id}/test`],
      [404, `${devices}/${crypto.randomUUID()}/test`],
    ] as const)
      expect((await team.bob.post(path)).status).toBe(status)
    expect((await team.bob.delete(`${devices}/${id}`)).status).toBe(404)
    expect([(await team.robo.get(devices)).status, (await team.robo.post(devices, subscription)).status]).toEqual([403, 403])
    expect((await mia.get(devices)).body.devices).toHaveLength(1)
    // The same browser, after another person has signed in with it.
    created(await team.bob.post(devices, subscription))
    expect([(await mia.get(devices)).body.devices, (await team.bob.get(devices)).body.devices.length]).toEqual([[], 1])

    const there = await elsewhere(mia, { OUTBOUND_ALLOW_PRIVATE: 'false' })
    const refusals: [unknown, number, string][] = [
      [{ endpoint: 'http://push.example.com/send/1' }, 400, 'endpoint'],
      [{ endpoint: 'https://127.0.0.1/send/1' }, 400, 'endpoint'],
      [{ endpoint: subscription.endpoint }, 400, 'endpoint'],
      [{ p256dh: `B${'A'.repeat(86)}`, endpoint: 'https://[2606:4700::1111]/1' }, 400, 'p256dh'],
      [{ publicKey: subscription.p256dh, endpoint: 'https://[2606:4700::1111]/1' }, 409, ''],
    ]
    for (const [more, status, field] of refusals) {
      const refused = await there.post(devices, { ...subscription, ...(more as object) })
      expect([refused.status, Object.keys(refused.body.error.details?.fieldErrors ?? {}).join()], refused.text).toEqual([status, field])
    }
    for (let at = 0; at < 20; at++) created(await mia.post(devices, service.subscribe(subscription.publicKey)))
    const moved = await mia.post(devices, subscription)
    expect([moved.status, moved.body.error.reason]).toEqual([409, 'pushDevicesFull'])
    const full = await mia.post(devices, service.subscribe(subscription.publicKey))
    expect([full.status, full.body.error.reason]).toEqual([409, 'pushDevicesFull'])

    // The end of a sign-in deletes its devices, and their waiting messages.
    await ask(mia, { question: 'Which seal?' })
    expect(await waiting()).toHaveLength(20)
    expect((await mia.post('/api/auth/logout')).status).toBe(204)
    expect([await waiting(), await query('select 1 from push_devices where actor_id = $1', [mia.actorId])]).toEqual([[], []])
  })

  test('WEB_PUSH=false pushes nothing and takes no device', { meta: { proves: ['push.off'] } }, async () => {
    const { subscription } = await device(mia)
    await ask(mia, { question: 'Which seal?' })
    const there = await elsewhere(mia, { WEB_PUSH: 'false' })
    expect(there.service.workers.push).toBeNull()
    expect((await there.get(devices)).body.publicKey).toBeNull()
    const refused = await there.post(devices, subscription)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'pushOff'])
    expect(service.pushed).toEqual([])
  })

  test('push services are told how to reach the operator', { meta: { proves: ['push.contact'] } }, () => {
    const contactOf = (environment: Record<string, string>) => pushContact(readConfig(environment))
    expect(contactOf({})).toBe('mailto:tandem@localhost')
    expect(contactOf({ MAIL_FROM: 'Ops <ops@example.com>', PUBLIC_URL: 'http://tandem.lan' })).toBe('mailto:ops@example.com')
    expect(contactOf({ PUBLIC_URL: 'https://tandem.example.com' })).toBe('https://tandem.example.com')
    expect(contactOf({ PUBLIC_URL: 'https://tandem.example.com', WEB_PUSH_CONTACT: 'mailto:ops@example.com' })).toBe(
      'mailto:ops@example.com',
    )
    expect(() => contactOf({ WEB_PUSH_CONTACT: 'ops@example.com' })).toThrow('must be a mailto: or https: URL')
  })

  test('the running service pushes as soon as a question is committed', { meta: { proves: ['push.question.pushed'] } }, async () => {
    await device(mia)
    team.tandem.service.workers.push?.start()
    await ask(mia, { question: 'Now?' })
    await until(() => service.pushed.length === 1)
    await team.tandem.service.workers.push?.stop()
  })
})
