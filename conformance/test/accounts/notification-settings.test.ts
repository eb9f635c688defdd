import { notificationReason } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { until } from '../../src/hooks.ts'
import { type Mailbox, startMailbox } from '../../src/mailbox.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

const hour = 3_600_000
const minute = 60_000

let mailbox: Mailbox
let world: World
let board: Board

beforeAll(async () => {
  mailbox = await startMailbox()
  world = await startWorld({ SMTP_URL: mailbox.url, PUBLIC_URL: 'http://tandem.test' })
})
afterAll(async () => {
  await world?.tandem.stop()
  await mailbox?.stop()
})
beforeEach(async () => {
  board = await makeBoard(world)
})

const newMember = async (): Promise<Who> => {
  const who = as(world.tandem, await world.tandem.register('Reader'))
  await allowed(world.ada, 'member.add', { boardId: board.id, actorId: who.actorId, role: 'member' })
  return who
}
const inbox = (who: Who) => allowed(who, 'notification.list', { limit: 200 })
const reasons = async (who: Who) => (await inbox(who)).map((row) => row.reason)
const at = (fromNowMs: number) => new Date(world.tandem.clock.now() + fromNowMs).toISOString()
const remind = () => world.tandem.service.workers.dueReminders.runOnce()

scenario(
  'by default the inbox gets everything, and the mail gets questions and mentions',
  ['notification.settings.read', 'notification.settings.default-inbox', 'notification.settings.default-email'],
  async () => {
    const reader = await newMember()
    const { reasons: settings } = await allowed(reader, 'notification.settings.get', {})
    const mailed = ['question', 'mentioned', 'agent_requested']
    expect(settings).toEqual(
      Object.fromEntries(notificationReason.options.map((reason) => [reason, { inbox: true, email: mailed.includes(reason) }])),
    )
    const { email } = await allowed(reader, 'me.get', {})
    const card = await board.card('Fix the pump', { assigneeActorIds: [reader.actorId] })
    await allowed(world.mia, 'comment.create', { cardId: card.id, body: 'It drips.' })
    await allowed(world.mia, 'comment.create', { cardId: card.id, body: `@${reader.handle}, which seal?` })
    expect(await reasons(reader)).toEqual(['mentioned', 'commented', 'assigned'])
    world.tandem.clock.advance(minute)
    const letter = await mailbox.letterTo(email ?? '', world.tandem)
    expect(letter).toContain('which seal?')
    expect(letter).not.toMatch(/It drips|assigned a card to you/)
    expect(mailbox.letters.filter(({ to }) => to.includes(email ?? ''))).toHaveLength(1)
  },
)

scenario('what a reader does not want in the inbox does not come there', ['notification.settings.change'], async () => {
  const reader = await newMember()
  const before = await allowed(reader, 'notification.settings.get', {})
  const after = await allowed(reader, 'notification.settings.update', { reasons: { commented: { inbox: false } } })
  expect(after.reasons).toEqual({ ...before.reasons, commented: { inbox: false, email: false } })
  const card = await board.card('Card', { assigneeActorIds: [reader.actorId, world.vic.actorId] })
  await allowed(world.mia, 'comment.create', { cardId: card.id, body: 'It drips.' })
  expect(await reasons(reader)).toEqual(['assigned'])
  expect((await inbox(world.vic))[0]?.reason).toBe('commented')
  await allowed(reader, 'notification.settings.update', { reasons: { commented: { inbox: true } } })
  await allowed(world.mia, 'comment.create', { cardId: card.id, body: 'It still drips.' })
  expect(await reasons(reader)).toEqual(['commented', 'assigned'])
})

scenario(
  'of several reasons for one activity the first in the order of the specification is told',
  ['notification.row.first-reason', 'notification.who.watching'],
  async () => {
    const [watcher, assigned, mentioned] = [await newMember(), await newMember(), await newMember()]
    const card = await board.card()
    for (const who of [watcher, assigned, mentioned]) await allowed(who, 'watch.set', { cardId: card.id })
    await allowed(world.ada, 'card.assign', { cardId: card.id, actorId: assigned.actorId })
    await allowed(world.mia, 'comment.create', { cardId: card.id, body: `@${mentioned.handle}, it drips.` })
    const { session } = await allowed(world.mia, 'delegation.set', { cardId: card.id, agentActorId: world.robo.actorId })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Done' })
    await allowed(world.ada, 'card.update', { cardId: card.id, listId: board.lists[1] ?? '' })
    await allowed(world.ada, 'card.update', { cardId: card.id, completedAt: at(0) })
    await allowed(world.ada, 'card.update', { cardId: card.id, title: 'Renamed' })
    expect((await inbox(watcher)).map((row) => `${row.reason} ${row.verb}`)).toEqual(
      ['card.updated', 'card.moved', 'agent_session.completed', 'agent_session.question', 'comment.added'].map(
        (verb) => `watching ${verb}`,
      ),
    )
    const last = 'watching watching'
    expect((await reasons(assigned)).join(' ')).toBe(`${last} session_ended question commented assigned`)
    expect((await reasons(mentioned)).join(' ')).toBe(`${last} watching watching mentioned`)
  },
)

scenario(
  'those assigned and those who watch are reminded 24 hours before a card is due, once for each date',
  ['notification.who.due-soon', 'notification.who.due-soon-once'],
  async () => {
    const [assigned, watcher, other] = [await newMember(), await newMember(), await newMember()]
    const dueAt = at(30 * hour)
    const card = await board.card('Card', { assigneeActorIds: [assigned.actorId], dueAt })
    await allowed(watcher, 'watch.set', { cardId: card.id })
    const reminders = async (who: Who) => (await inbox(who)).filter((row) => row.reason === 'due_soon').map((row) => row.excerpt)
    world.tandem.clock.advance(6 * hour - minute)
    await remind()
    expect(await reminders(assigned)).toEqual([])
    const told = await board.recorded(async () => {
      // The service's own round falls due too, and may be the one that reminds.
      world.tandem.clock.advance(minute)
      await remind()
      await until(async () => (await reminders(watcher)).length > 0)
      await remind()
    })
    expect(told).toMatchObject([{ verb: 'card.due_soon', cardId: card.id, payload: { dueAt } }])
    for (const who of [assigned, watcher]) expect(await reminders(who)).toEqual([dueAt])
    const later = at(20 * hour)
    for (const value of [later, dueAt, later]) {
      await allowed(world.ada, 'card.update', { cardId: card.id, dueAt: value })
      await remind()
    }
    for (const who of [assigned, watcher]) expect(await reminders(who)).toEqual([later, dueAt])
    expect([await reminders(other), await reminders(world.ada)]).toEqual([[], []])
    const past = await board.card('Past', { assigneeActorIds: [assigned.actorId], dueAt: at(-hour) })
    await remind()
    expect((await inbox(assigned)).filter((row) => row.cardId === past.id).map((row) => row.reason)).toEqual(['assigned'])
  },
)
