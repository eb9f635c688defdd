import { killedWhile, type SlackRequest, startPluginProcess } from '@tandem/plugin-test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../packages/server/test/kit/service.ts'
import { channelId, grace, startWorld, type World, wholeText } from './fixture/world.ts'

/** Killed in the middle of a burst, the plugin loses nothing and doubles nothing, at Tandem and at Slack. */
let world: World
let member: Person
let robo: Person
const main = new URL('../src/main.ts', import.meta.url).pathname
beforeAll(async () => {
  world = await startWorld()
  const { boardId } = world.boards[0]!
  member = await world.tandem.register('Grace')
  robo = await world.tandem.agent(world.ada, 'Robo', [boardId])
  await world.ada.post(`/api/boards/${boardId}/members`, { actorId: member.actorId, role: 'member' })
  await world.hear(world.slack.command(grace, channelId, 'my work'))
  await world.confirm(grace, member)
  await world.hear(world.slack.command(grace, channelId, 'my work'))
})
afterAll(() => world.stop())

const [questions, creates] = [40, 160]

test('200 requests, kill -9 three times, everything sent again until it is taken: each card, message and answer is there once', {
  timeout: 600_000,
}, async () => {
  const sessions = []
  for (let at = 0; at < questions; at++) {
    const card = await world.card(`Asked ${at}.`)
    const opened = await robo.post(`/api/cards/${card.id}/sessions`, {})
    await robo.post(`/api/sessions/${opened.body.id}/events`, { op: 'ask_human', question: `Question ${at}?`, options: ['Yes', 'No'] })
    sessions.push(opened.body.id)
  }
  const presses: SlackRequest[] = []
  for (let at = 0; at < questions; at++) presses.push(world.slack.press(grace, await world.message(`Question ${at}?`), 'Yes'))
  await world.idle()
  await world.plugin.stop()
  const sent = world.slack.messages.length
  expect(sent).toBe(3 * questions)

  const commands = Array.from({ length: creates }, (_, at) => world.slack.command(grace, channelId, `create Made ${at}.`))
  const burst = commands.flatMap((command, at) => (at % 4 === 0 ? [command, presses[at / 4]!] : [command]))
  expect(burst).toHaveLength(200)
  const plugin = await killedWhile({
    main,
    environment: world.environment,
    killAfter: [30, 120],
    isHalfDone: () => world.slack.messages.length >= sent + creates / 2,
    send: (taken) =>
      Promise.all(
        Array.from({ length: 10 }, async (_sender, sender) => {
          for (const [at, request] of burst.entries()) {
            if (at % 10 !== sender) continue
            await world.slack.sendUntilTaken(world.url(), request)
            taken()
            if (at % 7 === 0) await world.slack.sendUntilTaken(world.url(), request)
          }
        }),
      ),
  })
  await world.idle()

  const { lists } = (await world.ada.get(`/api/boards/${world.boards[0]?.boardId}`)).body
  const titles: string[] = lists.flatMap((list: { cards: { title: string }[] }) => list.cards.map(({ title }) => title))
  expect(titles.filter((title) => title.startsWith('Made')).toSorted()).toEqual(
    Array.from({ length: creates }, (_, at) => `Made ${at}.`).toSorted(),
  )
  expect(world.slack.messages).toHaveLength(sent + creates)
  for (let at = 0; at < creates; at++)
    expect(world.slack.messages.filter((message) => wholeText(message).includes(`Made ${at}.`))).toHaveLength(1)
  for (const [at, sessionId] of sessions.entries()) {
    const { events } = (await robo.get(`/api/sessions/${sessionId}/events`)).body
    const answers = events.filter(({ kind }: { kind: string }) => kind === 'answer')
    expect(answers).toMatchObject([{ body: { answer: 'Yes', actorId: member.actorId } }])
    expect(wholeText(await world.message(`Question ${at}?`))).toContain('*Grace* answered: Yes')
  }
  expect(await plugin.stop()).toBe(0)
})

test('uninstalled, it ends by itself with exit code 0, and its log holds no secret', async () => {
  const [board] = world.boards
  const plugin = await startPluginProcess(main, { ...world.environment, LOG_LEVEL: 'debug' })
  await world.integration().uninstall()
  await world.slack.send(world.url(), world.slack.command(grace, channelId, 'search x'))
  expect(await plugin.exited).toBe(0)
  expect(plugin.output()).toContain('the integration was removed')
  for (const secret of [board?.token, board?.signingSecret, world.slack.botToken, world.slack.signingSecret, 'kbt_'])
    expect(plugin.output()).not.toContain(secret)
})
