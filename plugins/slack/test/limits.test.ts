import type { Context } from '@tandem/plugin-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelsOf } from '../src/channels.ts'
import { learnAnswer, postQuestion } from '../src/post-session.ts'
import { dialogueOf, learn, questionMessage } from '../src/question.ts'
import { readSlack } from '../src/read.ts'
import { learnOfSession } from '../src/session.ts'
import type { PostContext } from '../src/thread.ts'
import { channelId, grace, startWorld, type World, wholeText } from './fixture/world.ts'

/** How often Slack may be asked, and how much one message shows. Specification: decisions §5. */
let world: World
beforeAll(async () => {
  world = await startWorld({ quota: { requests: 4, windowMs: 1_000 } })
})
afterAll(() => world.stop())

test('beyond what Slack lets it say in a window it waits as long as it is told: every card is one message', async () => {
  const titles = Array.from({ length: 10 }, (_, at) => `Card ${at}.`)
  for (const title of titles) await world.card(title)
  for (const title of titles) await world.message(title)
  await world.idle()
  expect(world.slack.tooMany()).toBeGreaterThan(0)
  for (const title of titles) expect(world.slack.messages.filter((message) => wholeText(message).includes(title))).toHaveLength(1)
})

test('a command lists ten cards', { meta: { proves: ['limit.plugins.slack-rows'] } }, async () => {
  const person = await world.tandem.register('Grace')
  await world.ada.post(`/api/boards/${world.boards[0]?.boardId}/members`, { actorId: person.actorId, role: 'member' })
  for (let at = 0; at < 11; at += 1) await world.card(`Pump ${at}`)
  const run = () => world.hear(world.slack.command(grace, channelId, 'search pump'))
  await run()
  await world.confirm(grace, person)
  await run()
  expect(world.whisper(grace).match(/Pump/g)).toHaveLength(10)
})

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

test('a config maps 20 channels', { meta: { proves: ['limit.plugins.slack-channels'] } }, () => {
  const channels = times(21, (at) => ({ channelId: `C${at}` }))
  expect(channelsOf({ config: { channels } } as unknown as Parameters<typeof channelsOf>[0])).toMatchObject(channels.slice(0, 20))
})

test('of the links in a message 20 are shown', { meta: { proves: ['limit.plugins.slack-links'] } }, () => {
  const urls = times(21, (at) => `https://tandem.example/cards/ENG-${at}`)
  const { body, contentType } = world.slack.linkShared(channelId, urls)
  const request = { headers: { 'content-type': contentType }, rawBody: Buffer.from(body) }
  const { event } = readSlack(request) as unknown as { event: { urls: string[] } }
  expect(event.urls).toHaveLength(20)
})

function remembering(): Context {
  const kept = new Map<string, unknown>()
  return {
    store: { get: (key: string) => kept.get(key), set: async (key: string, value: unknown) => void kept.set(key, value) },
    install: { cardUrl: (key: string) => `https://tandem.example/cards/${key}`, integrationId: 'one', config: { channels: [] } },
  } as unknown as Context
}

test('a question has 25 buttons, and the latest 20 questions of a session are kept', {
  meta: { proves: ['limit.plugins.slack-buttons', 'limit.plugins.slack-questions'] },
}, async () => {
  const context = remembering()
  const asked = (at: number) => ({
    eventId: String(at).padStart(3, '0'),
    agentActorId: 'robo',
    question: 'Which?',
    options: times(26, String),
  })
  for (let at = 0; at < 21; at += 1) await learn('session', { question: asked(at) }, context)
  const known = dialogueOf('session', context)
  expect(known.questions.map(({ eventId }) => eventId)).toEqual(times(20, (at) => asked(at + 1).eventId))
  const seen = { card: { key: 'ENG-1' }, outline: { members: [] } } as unknown as Parameters<typeof questionMessage>[3]
  const { blocks } = questionMessage(asked(20), 'session', known, seen, context)
  expect(blocks.find(({ type }) => type === 'actions')).toMatchObject({ elements: { length: 25 } })
})

test('of a question and a session 3,000 characters of a text are kept, of an answer 1,000', {
  meta: { proves: ['limit.plugins.slack-texts'] },
}, async () => {
  const long = 'x'.repeat(3_001)
  const context = remembering()
  const seen = { card: { key: 'ENG-1' }, outline: { members: [] } }
  const post = (payload: object) => ({ activity: { id: 'a', payload }, seen, context }) as unknown as PostContext
  await postQuestion(post({ sessionId: 's', eventId: '1', agentActorId: 'robo', question: long, statusText: long, options: [] }))
  await learnAnswer({ sessionId: 's', eventId: '2', answer: long, byActorId: 'ada' }, post({}))
  const { questions, answers } = dialogueOf('s', context)
  expect([questions[0]?.question.length, answers[0]?.answer.length]).toEqual([3_000, 1_000])
  const facts = await learnOfSession('s', 'b', { summary: long }, context)
  expect(facts.summary?.value).toHaveLength(3_000)
})
