import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import type { Person } from '../../../packages/server/test/kit/service.ts'
import { buttonsOn, channelId, grace, lin, startWorld, type World, wholeText } from './fixture/world.ts'

/** A day on a board whose channel hears of it. Specification: decisions §4 and §5. */
let world: World
let robo: Person
let gracePerson: Person
let linPerson: Person
let card: { id: string; key: string }
let sessionId: string

beforeAll(async () => {
  world = await startWorld()
  const boardId = world.boards[0]!.boardId
  robo = await world.tandem.agent(world.ada, 'Robo', [boardId])
  gracePerson = await world.tandem.register('Grace')
  linPerson = await world.tandem.register('Lin')
  await world.ada.post(`/api/boards/${boardId}/members`, { actorId: gracePerson.actorId, role: 'viewer' })
  await world.ada.post(`/api/boards/${boardId}/members`, { actorId: linPerson.actorId, role: 'member' })
})
afterAll(() => world.stop())

const sessionNow = async () => (await world.ada.get(`/api/sessions/${sessionId}`)).body
const roots = () => world.slack.messages.filter(({ threadTs, botId }) => threadTs === undefined && botId !== null)
const ask = (question: string, options: string[]) => robo.post(`/api/sessions/${sessionId}/events`, { op: 'ask_human', question, options })

test('a card that is made is a message, and what happens to it changes that message', async () => {
  card = await world.card('Fix <the> login & more')
  const root = await world.message('Fix &lt;the&gt; login &amp; more')
  expect(wholeText(root)).toContain(`<${world.tandem.url}/cards/${card.key}|${card.key}>`)
  await world.ada.patch(`/api/cards/${card.id}`, { title: 'Fix the login', priority: 'high' })
  await vi.waitFor(() => expect(wholeText(root)).toContain('priority high'), { timeout: 60_000 })
  await world.ada.patch(`/api/cards/${card.id}`, { listId: world.boards[0]?.lists[1]?.id })
  await vi.waitFor(() => expect(wholeText(root)).toContain(world.boards[0]?.lists[1]?.name), { timeout: 60_000 })
  expect(roots()).toHaveLength(1)
})

test('comments stand in its thread, edited in place; their mentions notify no one in Slack', async () => {
  const comment = (await world.ada.post(`/api/cards/${card.id}/comments`, { body: 'Look <!channel> <https://evil.example|here>' })).body
  const message = await world.message('Look &lt;!channel&gt;')
  expect(message.threadTs).toBe(roots()[0]?.ts)
  await world.ada.patch(`/api/comments/${comment.id}`, { body: 'Never mind' })
  await vi.waitFor(() => expect(wholeText(message)).toContain('Never mind'), { timeout: 60_000 })
  await world.ada.delete(`/api/comments/${comment.id}`)
  await vi.waitFor(() => expect(wholeText(message)).not.toContain('Never mind'), { timeout: 60_000 })
})

test('a session is one message; its question has a button for each option', async () => {
  const delegated = await world.ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })
  sessionId = delegated.body.session.id
  const session = await world.message('was asked to work on this')
  await robo.post(`/api/sessions/${sessionId}/events`, { op: 'update', state: 'working', statusText: 'Reading the code' })
  await vi.waitFor(() => expect(wholeText(session)).toContain('Reading the code'), { timeout: 60_000 })
  await robo.post(`/api/sessions/${sessionId}/events`, { op: 'progress', note: 'Found it' })
  await vi.waitFor(() => expect(wholeText(session)).toContain('Found it'), { timeout: 60_000 })
  const long = `Rewrite it, ${'very '.repeat(30)}carefully`
  await ask('Which way?', ['Patch it', long])
  const question = await world.message('Which way?')
  expect(buttonsOn(question)).toEqual(['Patch it', `${long.slice(0, 74)}…`])
  expect(question).toMatchObject({ threadTs: roots()[0]?.ts, isBroadcast: true })
})

test('someone who is not linked gets the address, alone, and nothing is applied', async () => {
  const question = await world.message('Which way?')
  const sent = world.slack.messages.length
  const answer = await world.hear(world.slack.press(grace, question, 'Patch it'))
  expect(answer).toMatchObject({ status: 200, text: '' })
  expect(world.whisper(grace)).toContain('/connect/')
  expect(world.slack.messages).toHaveLength(sent)
  expect(await sessionNow()).toMatchObject({ state: 'awaiting_input' })
  // Before they confirm, the same address holds.
  const first = world.whisper(grace)
  await world.hear(world.slack.press(grace, question, 'Patch it'))
  expect(world.whisper(grace)).toBe(first)
  expect(await sessionNow()).toMatchObject({ state: 'awaiting_input' })
})

scenario(
  'once they have confirmed, their press is their answer; the message shows it, and the agent goes on',
  ['integration.person-link.answer'],
  async () => {
    const question = await world.message('Which way?')
    const before = buttonsOn(question)
    await world.confirm(grace, gracePerson)
    const press = world.slack.press(grace, question, 'Patch it')
    await world.hear(press)
    await world.hear(press)
    expect(await sessionNow()).toMatchObject({ state: 'working' })
    const { events } = (await robo.get(`/api/sessions/${sessionId}/events`)).body
    const answers = events.filter(({ kind }: { kind: string }) => kind === 'answer')
    expect(answers).toMatchObject([{ body: { answer: 'Patch it', actorId: gracePerson.actorId } }])
    expect(before).toHaveLength(2)
    expect(buttonsOn(question)).toEqual([])
    expect(wholeText(question)).toContain('*Grace* answered: Patch it')
  },
)

test('a later person is told that it was answered; an answer on the board appears in the channel', async () => {
  await ask('Ship it?', ['Yes', 'No'])
  const question = await world.message('Ship it?')
  const late = world.slack.press(lin, question, 'No')
  await world.hear(world.slack.press(lin, question, 'No'))
  await world.confirm(lin, linPerson)
  await world.ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'Yes, but on Monday' })
  await vi.waitFor(() => expect(wholeText(question)).toContain('*Ada* answered: Yes, but on Monday'), { timeout: 60_000 })
  expect(buttonsOn(question)).toEqual([])
  await world.hear(late)
  expect(world.whisper(lin)).toContain('Ada was first and answered: Yes, but on Monday')
  expect(wholeText(question)).not.toContain('Lin')
})

test('an approval has two buttons, several questions lead to the card, and a default shows that it was taken', async () => {
  const asks = (body: object) => robo.post(`/api/sessions/${sessionId}/events`, { op: 'ask_human', ...body })
  await asks({ question: 'Deploy it?', kind: 'approval' })
  const approval = await world.message('Deploy it?')
  expect(buttonsOn(approval)).toEqual(['Approve', 'Deny'])
  await world.hear(world.slack.press(lin, approval, 'Deny'))
  await vi.waitFor(() => expect(wholeText(approval)).toContain('*Lin* answered: deny'), { timeout: 60_000 })
  await asks({ questions: [{ question: 'Who?', options: ['Us', 'Them'] }, { question: 'When?' }] })
  const several = await world.message('1. Who? (Us / Them)')
  expect([buttonsOn(several), wholeText(several)]).toEqual([[], expect.stringContaining('Answer all of them together')])
  await world.ada.post(`/api/sessions/${sessionId}/answer`, { answers: ['Us', 'Now'] })
  await vi.waitFor(() => expect(wholeText(several)).toContain('2. Now'), { timeout: 60_000 })
  await asks({ question: 'Old or new?', options: ['Old', 'New'], defaultOption: 'Old', expiresInMinutes: 0.5 })
  const due = await world.message('Old or new?')
  expect(wholeText(due)).toMatch(/If no one answers by <!date\^\d+\^.*: Old/)
  world.tandem.clock.advance(30_000)
  await world.tandem.service.workers.watchdog.runOnce()
  await vi.waitFor(() => expect(wholeText(due)).toContain('Default used: Old'), { timeout: 60_000 })
  expect(buttonsOn(due)).toEqual([])
})

test('the end of the session and the completion of the card are posted; an open question loses its buttons', async () => {
  await ask('Anything else?', ['No'])
  const question = await world.message('Anything else?')
  await world.ada.delete(`/api/cards/${card.id}/delegation`)
  await vi.waitFor(() => expect(buttonsOn(question)).toEqual([]), { timeout: 60_000 })
  expect(wholeText(await world.message('was canceled'))).toContain('The delegation was removed.')
  await world.ada.patch(`/api/cards/${card.id}`, { completedAt: new Date().toISOString() })
  await world.message('*Ada* completed this.')
  await vi.waitFor(() => expect(wholeText(roots()[0]!)).toContain('completed'), { timeout: 60_000 })
})

test('through all of it, one thread for each card, and each thing in it once', async () => {
  await world.card('Another')
  await world.message('Another')
  await world.idle()
  expect(roots()).toHaveLength(2)
  const heads = world.slack.messages.map((message) => wholeText(message).split('\n').slice(0, 3).join('\n'))
  expect(new Set(heads).size).toBe(heads.length)
  expect(world.slack.messages.filter(({ channel }) => channel !== channelId)).toEqual([])
})

test('a token that its person revoked answers nothing more: they are asked to link again', async () => {
  const delegated = await world.ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })
  sessionId = delegated.body.session.id
  await robo.post(`/api/sessions/${sessionId}/events`, { op: 'update', state: 'working' })
  await ask('Once more?', ['Yes'])
  const question = await world.message('Once more?')
  const tokens = (await gracePerson.get('/api/tokens')).body
  for (const { id } of tokens) await gracePerson.delete(`/api/tokens/${id}`)
  await world.hear(world.slack.press(grace, question, 'Yes'))
  expect(world.whisper(grace)).toContain('account is no longer linked')
  await world.hear(world.slack.press(grace, question, 'Yes'))
  expect(world.whisper(grace)).toContain('/connect/')
  expect(await sessionNow()).toMatchObject({ state: 'awaiting_input' })
})

test('after uninstalling, nothing is posted and nothing can be done any more', async () => {
  const question = await world.message('Once more?')
  const sent = world.slack.messages.length
  await world.integration().uninstall()
  await world.ada.post(`/api/cards/${card.id}/comments`, { body: 'After the end' })
  // The press is the first that hears of it.
  await world.slack.send(world.url(), world.slack.press(lin, question, 'Yes'))
  await world.plugin.ended
  expect((await world.slack.send(world.url(), world.slack.command(lin, channelId, 'my work'))).status).toBe(410)
  expect(await sessionNow()).toMatchObject({ state: 'awaiting_input' })
  expect(world.slack.messages).toHaveLength(sent)
})
