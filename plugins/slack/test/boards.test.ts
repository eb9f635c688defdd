import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import type { Person } from '../../../packages/server/test/kit/service.ts'
import { buttonsOn, grace, startWorld, type World, wholeText } from './fixture/world.ts'

/** One process, three boards, each with a channel of its own. Specification: service §6 (integration event handling), decisions §5. */
let world: World
let person: Person
const channels = ['C0ONE', 'C0TWO', 'C0THREE']

beforeAll(async () => {
  const named = channels.map((channelId, at) => ({ name: `board-${at}`, keyPrefix: `B${at}`, channels: [{ channelId }] }))
  world = await startWorld({ boards: named })
  for (const id of channels) world.slack.channel(id)
  person = await world.tandem.register('Grace')
  for (const { boardId } of world.boards)
    await world.ada.post(`/api/boards/${boardId}/members`, { actorId: person.actorId, role: 'member' })
})
afterAll(() => world.stop())

const messagesIn = (channel: string) => world.slack.messages.filter((message) => message.channel === channel)
const titlesOf = async (at: number): Promise<string[]> => {
  const { lists } = (await world.ada.get(`/api/boards/${world.boards[at]?.boardId}`)).body
  return lists.flatMap((list: { cards: { title: string }[] }) => list.cards.map(({ title }) => title))
}

test('each channel hears of its own board', async () => {
  for (const [at, board] of world.boards.entries()) await world.card(`On ${at}`, board)
  for (const [at, channel] of channels.entries()) await world.message(`On ${at}`, channel)
  await world.idle()
  expect(channels.map((channel) => messagesIn(channel).length)).toEqual([1, 1, 1])
})

test('an account is linked for one board and not for the others; a command makes a card on the board of its channel', async () => {
  const create = (at: number) => world.hear(world.slack.command(grace, channels[at]!, `create Made in ${at}`))
  await create(1)
  await world.confirm(grace, person)
  await create(1)
  expect(await Promise.all([0, 1, 2].map(titlesOf))).toEqual([['On 0'], ['On 1', 'Made in 1'], ['On 2']])
  await create(2)
  expect(world.whisper(grace)).toContain('/connect/')
  expect(await titlesOf(2)).toEqual(['On 2'])
})

test('a press answers the question of its own board', async () => {
  const sessions = []
  for (const [at, board] of world.boards.entries()) {
    const robo = await world.tandem.agent(world.ada, `Robo ${at}`, [board.boardId])
    const card = (await world.ada.get(`/api/cards/by-key/B${at}-1`)).body.card
    const { id } = (await robo.post(`/api/cards/${card.id}/sessions`, {})).body
    await robo.post(`/api/sessions/${id}/events`, { op: 'ask_human', question: `Which way on ${at}?`, options: ['Left', 'Right'] })
    sessions.push(id)
  }
  const question = await world.message('Which way on 1?', channels[1])
  await world.hear(world.slack.press(grace, question, 'Left'))
  const states = await Promise.all(sessions.map(async (id) => (await world.ada.get(`/api/sessions/${id}`)).body.state))
  expect(states).toEqual(['awaiting_input', 'working', 'awaiting_input'])
  expect(wholeText(question)).toContain('*Grace* answered: Left')
  expect(buttonsOn(await world.message('Which way on 2?', channels[2]))).toEqual(['Left', 'Right'])
})

scenario(
  'the config is read anew when it changes; a disabled integration says and does nothing, the others go on',
  ['integration.plugin.live-config'],
  async () => {
    const { change } = world.integration()
    world.slack.channel('C0OTHER')
    await change({ config: { channels: [{ channelId: 'C0OTHER' }] } })
    await vi.waitFor(
      async () => {
        await world.card('Somewhere else', world.boards[0])
        await world.idle()
        expect(messagesIn('C0OTHER').length).toBeGreaterThan(0)
      },
      { timeout: 60_000 },
    )
    await change({ status: 'disabled' })
    await world.restart()
    expect(world.states()).toEqual(['disabled', 'active', 'active'])
    const sent = messagesIn('C0OTHER').length
    await world.card('Heard by nobody', world.boards[0])
    await world.card('Heard on two', world.boards[2])
    await world.message('Heard on two', channels[2])
    const answer = await world.hear(world.slack.command(grace, 'C0OTHER', 'my work'))
    expect(JSON.parse(answer.text)).toMatchObject({ text: expect.stringContaining('No Tandem board') })
    expect(messagesIn('C0OTHER')).toHaveLength(sent)
  },
)

test('one that is uninstalled stops, and the others go on', async () => {
  await world.integration(world.boards[1]).uninstall()
  await world.hear(world.slack.command(grace, channels[1]!, 'create After the end'))
  await vi.waitFor(() => expect(world.states()).toEqual(['disabled', 'removed', 'active']), { timeout: 60_000 })
  await world.card('Still heard', world.boards[2])
  await world.message('Still heard', channels[2])
  expect(await titlesOf(1)).toEqual(['On 1', 'Made in 1'])
})
