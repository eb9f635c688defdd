import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../../packages/server/test/kit/servers/mail-server.ts'
import { type Person, startTestService, type TestService } from '../../../../packages/server/test/kit/service.ts'
import { hasBrowser, launch } from '../kit/browser.ts'
import { buildWeb } from '../kit/build.ts'
import { byLinks, byReplies, mailInSecret } from './mail.ts'
import { byPages } from './pages.ts'
import { byCommandLine, byPush, byRest } from './programs.ts'
import type { Question, Surface } from './race.ts'
import { startSlack } from './slack.ts'

const questions = Number(process.env.TEST_ANSWER_RACES ?? 3)

/** People of a board who answer one question at the same moment, each in their own way. Specification: beyond §6. */
describe('answer anywhere, once', () => {
  let mail: MailServer
  let tandem: TestService
  let robo: Person
  let listId: string
  const surfaces: Surface[] = []
  const names = new Map<Person, string>()
  const ends: (() => Promise<unknown>)[] = []
  const people = () => surfaces.flatMap((surface) => surface.people)

  beforeEach(({ skip }) => skip(!hasBrowser, 'there is no Chromium in /usr/bin'))
  beforeAll(async () => {
    if (!hasBrowser) return
    buildWeb()
    mail = await startMailServer()
    tandem = await startTestService({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Tandem <tandem@mail.test>',
        MAIL_IN_ADDRESS: 'reply@tandem.test',
        MAIL_IN_SECRET: mailInSecret,
      },
    })
    const slack = await startSlack(tandem)
    const { ada, boardId } = slack
    robo = await tandem.agent(ada, 'Robo', [boardId])
    listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    const join = async (surface: string, count: number) => {
      const joined: Person[] = []
      for (let at = 0; at < count; at++) {
        const person = await tandem.register(`${surface} ${at}`)
        names.set(person, `${surface} ${at}`)
        expect((await ada.post(`/api/boards/${boardId}/members`, { actorId: person.actorId, role: 'member' })).status).toBe(201)
        joined.push(person)
      }
      return joined
    }
    const [typist] = await join('Terminal', 1)
    const token = (await typist?.post('/api/tokens', { label: 'cli', scopes: ['boards:read', 'sessions:write'] }))?.body.token
    const push = await byPush(await join('Push', 3))
    const browser = await launch()
    surfaces.push(
      byRest(await join('Rest', 4)),
      byCommandLine(tandem, [{ ...(typist as Person), token }]),
      push,
      slack.surfaceOf(await join('Slack', 4)),
      await byPages(browser, tandem, await join('Page', 2)),
      await byLinks(tandem, mail, await join('Link', 3)),
      await byReplies(tandem, mail, await join('Reply', 3)),
    )
    for (const person of people()) if (!names.has(person)) names.set(person, 'Terminal 0')
    ends.push(
      () => browser.close(),
      push.stop,
      slack.stop,
      () => tandem.stop(),
      () => mail.stop(),
    )
  }, 300_000)
  afterAll(async () => {
    for (const end of ends) await end()
  }, 120_000)

  async function ask(at: number): Promise<Question> {
    const assigneeActorIds = people().map(({ actorId }) => actorId)
    const { id: cardId, key: cardKey } = (await robo.post(`/api/lists/${listId}/cards`, { title: `Paint wall ${at}`, assigneeActorIds }))
      .body
    const { id: sessionId } = (await robo.post(`/api/cards/${cardId}/sessions`, {})).body
    const [text, options] = [`Which of the walls ${at}?`, [`Left ${at}`, `Right ${at}`]]
    const asked = await robo.post(`/api/sessions/${sessionId}/events`, { op: 'ask_human', question: text, options })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    return { text, options, sessionId, cardKey, eventId: asked.body.session.question.eventId }
  }

  test(`${questions} questions, each answered by all at once: one answer counts, and all others are told`, {
    timeout: 60_000 + questions * 60_000,
    meta: { proves: ['session.answer.anywhere'] },
  }, async () => {
    const won: string[] = []
    /** From the last of the answers on, until all people of a surface see who was first. Reported, not asserted. */
    const toldMs = new Map<string, number[]>()
    for (let at = 0; at < questions; at++) {
      const question = await ask(at)
      await Promise.all(surfaces.map((surface) => surface.ready(question)))
      // In every other round all begin at once, and the quickest way wins; in the others each way in turn gets the head start that it needs.
      const favoured = at % 2 === 0 ? undefined : surfaces[((at - 1) / 2) % surfaces.length]
      const taken = await Promise.all(
        surfaces.map(async (surface) => {
          if (favoured && surface !== favoured) await pause(favoured.leadMs * (1 + Math.random() / 2))
          return Promise.all(surface.people.map((_, person) => surface.answer(question, person, question.options[person % 2] ?? '')))
        }),
      )
      const { lastAnswer, state } = (await robo.get(`/api/sessions/${question.sessionId}`)).body
      const winners = surfaces.flatMap(({ people: all }, row) => all.filter((_, person) => taken[row]?.[person]))
      expect(winners.map(({ actorId }) => actorId)).toEqual([lastAnswer.answeredByActorId])
      expect(state).toBe('working')
      const { events } = (await robo.get(`/api/sessions/${question.sessionId}/events?limit=200`)).body
      const answers = events.filter(({ kind }: { kind: string }) => kind === 'answer')
      expect(answers).toMatchObject([{ body: { answer: lastAnswer.answer, actorId: lastAnswer.answeredByActorId } }])
      won.push(names.get(winners[0] as Person)?.split(' ')[0] ?? '')
      const end = { name: names.get(winners[0] as Person) ?? '', answer: lastAnswer.answer }
      const begunMs = performance.now()
      await Promise.all(
        surfaces.map(async (surface, row) => {
          await surface.told(question, end, taken[row] ?? [])
          toldMs.set(surface.name, [...(toldMs.get(surface.name) ?? []), performance.now() - begunMs])
        }),
      )
      await robo.post(`/api/sessions/${question.sessionId}/events`, { op: 'complete', summary: 'Painted' })
    }
    const times = Object.entries(Object.groupBy(won, (name) => name)).map(([name, all]) => `${name} ${all?.length}`)
    console.info(`first: ${times.join(', ')}`)
    for (const [name, all] of toldMs) console.info(`told by ${name}: ${figures(all)}`)
  })
})

function figures(ms: readonly number[]): string {
  const sorted = ms.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`
}
