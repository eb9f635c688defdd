import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type PushService, startPushService } from '../../../../packages/server/test/kit/servers/push-service.ts'
import type { Person, TestService } from '../../../../packages/server/test/kit/service.ts'
import { type End, refusalOf, type Surface, untilFree } from './race.ts'

const bin = fileURLToPath(new URL('../../../../packages/cli/bin/tandem.cjs', import.meta.url))

export function byRest(people: readonly Person[]): Surface {
  const heard: string[] = []
  return {
    name: 'REST',
    leadMs: 5,
    people,
    ready: async () => void (heard.length = 0),
    async answer({ sessionId, eventId }, person, option) {
      const { status, body } = await ask(people[person], sessionId, { answer: option, questionEventId: eventId })
      heard[person] = body.error?.message ?? ''
      return status === 200
    },
    told: async (_question, end, taken) => expectEach(heard, end, taken),
  }
}

/** `tandem session answer`, each a process of its own. */
export function byCommandLine({ url }: TestService, people: readonly Person[]): Surface {
  const heard: string[] = []
  return {
    name: 'the command line',
    leadMs: 4_000,
    people,
    ready: async () => void (heard.length = 0),
    async answer({ cardKey }, person, option) {
      const env = { PATH: process.env.PATH, HOME: '/nonexistent', TANDEM_URL: url, TANDEM_TOKEN: people[person]?.token ?? '' }
      const child = spawn(process.execPath, [bin, 'session', 'answer', cardKey, option], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr)])
      heard[person] = said
      return code === 0
    },
    // A command that began after the end finds no question any more, and says so.
    async told(_question, end, taken) {
      for (const [at, said] of heard.entries())
        if (!taken[at]) expect(said.includes(refusalOf(end)) || said.includes('has no open question'), said).toBe(true)
    },
  }
}

/** The push message with its answer buttons, and the one that replaces it in the end. */
export async function byPush(people: readonly Person[]): Promise<Surface & { stop(): Promise<void> }> {
  const service = await startPushService()
  const endpoints: string[] = []
  for (const person of people) {
    const subscription = service.subscribe((await person.get('/api/me/push-devices')).body.publicKey)
    expect((await person.post('/api/me/push-devices', subscription)).status).toBe(201)
    endpoints.push(subscription.endpoint)
  }
  return {
    name: 'push notifications',
    leadMs: 5,
    people,
    ready: ({ eventId }) => each((endpoint) => pushedTo(service, endpoint, { what: 'question', questionEventId: eventId })),
    async answer({ sessionId, eventId }, person, option) {
      const { status } = await ask(people[person], sessionId, { answer: option, questionEventId: eventId })
      return status === 200
    },
    told: ({ eventId }, { name, answer }) =>
      each((endpoint) => pushedTo(service, endpoint, { what: 'settled', questionEventId: eventId, answer, byName: name })),
    stop: () => service.stop(),
  }
  async function each(act: (endpoint: string) => Promise<void>): Promise<void> {
    await Promise.all(endpoints.map(act))
  }
}

const ask = (person: Person | undefined, sessionId: string, input: object) =>
  untilFree(() => (person as Person).post(`/api/sessions/${sessionId}/answer`, input))

function expectEach(heard: readonly string[], end: End, taken: readonly boolean[]): void {
  for (const [at, said] of heard.entries()) if (!taken[at]) expect(said).toContain(refusalOf(end))
}

const pushedTo = (service: PushService, endpoint: string, message: object) =>
  expect
    .poll(() => service.pushed.filter((pushed) => pushed.endpoint === endpoint).map((pushed) => pushed.message), { timeout: 60_000 })
    .toContainEqual(expect.objectContaining(message))
