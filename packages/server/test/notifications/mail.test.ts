import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { notificationLetters } from '../../src/workers/mail/notifications.ts'
import type { MailQueue } from '../../src/workers/mail/queue.ts'
import { createMailWorker, type MailWorker } from '../../src/workers/mail/worker.ts'
import { until } from '../kit/http.ts'
import { type MailServer, startMailServer } from '../kit/servers/mail-server.ts'
import type { Person } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

const minute = 60_000
const hour = 60 * minute
const mailed = { PUBLIC_URL: 'http://tandem.test', MAIL_FROM: 'Tandem <tandem@mail.test>' }

async function newMember(team: Team, name: string): Promise<Person> {
  const person = await team.tandem.register(name)
  created(await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: person.actorId, role: 'member' }))
  return person
}

describe('notifications by mail', () => {
  let server: MailServer
  let team: Team
  let reader: Person
  let address: string
  let cardId: string
  beforeAll(async () => {
    server = await startMailServer()
    team = await startTeam({ environment: { SMTP_URL: server.url, ...mailed } })
    // The tests send by workers of their own, so that they know when it is done.
    await team.tandem.service.workers.stop()
  })
  afterAll(async () => {
    await team?.stop()
    await server?.stop()
  })
  beforeEach(async () => {
    server.refuse(false)
    server.letters.length = 0
    await team.tandem.database.pool.query('delete from notification_mails')
    reader = await newMember(team, 'Reader')
    address = (await reader.get('/api/me')).body.email
    cardId = await team.newCard()
  })

  const say = async (body: string, by = team.bob, card = cardId) => created(await by.post(`/api/cards/${card}/comments`, { body }))
  const mention = (body = 'look', person = reader) => say(`@${person.handle} ${body}`)
  const choose = async (reasons: object, by = reader) =>
    expect((await by.patch('/api/me/notification-settings', { reasons })).status).toBe(200)
  const inbox = async (by = reader) => (await by.get('/api/notifications')).body
  const queue = (): MailQueue => notificationLetters(team.tandem.database, { webUrl: mailed.PUBLIC_URL }, team.tandem.seal)
  const worker = (of = queue()): MailWorker =>
    createMailWorker({
      queue: of,
      clock: team.tandem.clock,
      smtpUrl: server.url,
      from: mailed.MAIL_FROM,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
    })
  /** Sends all that is due after so long. */
  async function send(afterMs = minute): Promise<void> {
    team.tandem.clock.advance(afterMs)
    while ((await worker().runOnce()) > 0);
  }
  const waiting = async () => (await team.tandem.database.pool.query('select attempts from notification_mails order by id')).rows
  const subjects = () => server.letters.map(({ to, headers }) => `${to} ${headers.subject}`)
  const ask = async (sessionId: string, question: string) =>
    expect((await team.post(sessionId, { op: 'ask_human', question })).status).toBe(200)
  const answer = async (sessionId: string, by: Person) =>
    expect((await by.post(`/api/sessions/${sessionId}/answer`, { answer: 'The left one' })).status).toBe(200)

  test('go to the person a minute later, and say who, where and what', {
    meta: { proves: ['mail.notification.one-letter', 'config.mail.from'] },
  }, async () => {
    await mention('the **seal** leaks')
    const [row] = await inbox()
    expect(await worker().runOnce()).toBe(0)
    await send()
    expect(server.letters).toHaveLength(1)
    const [letter] = server.letters
    expect(letter?.to).toEqual([address])
    expect(letter?.headers).toMatchObject({
      subject: `${row.cardKey} Fix the pump: Bob mentioned you`,
      from: 'Tandem <tandem@mail.test>',
      'message-id': `<${row.id}@mail.test>`,
      references: `<card-${cardId}@mail.test>`,
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': '<http://tandem.test/settings/notifications>',
    })
    expect(letter?.text).toContain(`${row.cardKey} Fix the pump (Engine): Bob mentioned you`)
    expect(letter?.text).toContain(`> @${reader.handle} the **seal** leaks`)
    expect(letter?.text).toContain(`http://tandem.test/cards/${row.cardKey}\n`)
    expect(letter?.text).toContain('http://tandem.test/settings/notifications')
    expect(await waiting()).toEqual([])
  })

  const speak = async (locale: string | null, by = reader) => expect((await by.patch('/api/me', { locale })).status).toBe(200)
  const inTheirLanguage = [
    { locale: 'de-AT', language: 'de', said: 'Bob hat dich erwähnt', settings: 'Wähle, welche E-Mails du bekommst: ' },
    { locale: 'es', language: 'es', said: 'Bob te mencionó', settings: 'Elige qué correos recibes: ' },
    { locale: 'en-US', language: 'en', said: 'Bob mentioned you', settings: 'Choose which e-mails you get: ' },
    { locale: 'nl', language: 'en', said: 'Bob mentioned you', settings: 'Choose which e-mails you get: ' },
    { locale: null, language: 'en', said: 'Bob mentioned you', settings: 'Choose which e-mails you get: ' },
  ]
  test.each(inTheirLanguage)('are in $language for a reader whose locale is $locale', async ({ locale, language, said, settings }) => {
    await speak(locale)
    await mention('der **Dichtring** ist größer')
    await send()
    const [letter] = server.letters
    expect(letter?.headers).toMatchObject({
      subject: expect.stringMatching(new RegExp(` Fix the pump: ${said}$`)),
      'content-language': language,
      'list-unsubscribe': '<http://tandem.test/settings/notifications>',
    })
    expect(letter?.text).toContain(` Fix the pump (Engine): ${said}\n\n> @${reader.handle} der **Dichtring** ist größer\n`)
    expect(letter?.text).toContain(`-- \n${settings}http://tandem.test/settings/notifications\n`)
  })

  test('each go in the language of their own reader, and show times as is usual there', async () => {
    const other = await newMember(team, 'Other')
    for (const person of [reader, other]) await choose({ due_soon: { email: true } }, person)
    await speak('de', reader)
    await speak('es', other)
    await reader.patch('/api/me', { timezone: 'Europe/Berlin' })
    const dueAt = new Date(team.tandem.clock.now() + 2 * hour).toISOString()
    await team.newCard({ assigneeActorIds: [reader.actorId, other.actorId], dueAt })
    await team.tandem.service.workers.dueReminders.runOnce()
    await send()
    expect(server.letters.map(({ headers }) => headers.subject).toSorted()).toEqual([
      expect.stringMatching(/: fällig am \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2} \(Europe\/Berlin\)$/),
      expect.stringMatching(/: vence el \d{1,2} \p{L}+ \d{4}, \d{1,2}:\d{2} \(UTC\)$/u),
    ])
  })

  test('about a question say in the language of the reader how to answer, and by when', async () => {
    await speak('de')
    const own = await team.newCard({ assigneeActorIds: [reader.actorId] })
    const expiresAt = new Date(team.tandem.clock.now() + 3 * hour).toISOString()
    const question = {
      op: 'ask_human',
      question: 'May I merge?',
      kind: 'approval',
      expiresAt,
      defaultOption: 'deny',
    }
    expect((await team.post(await team.delegate(own), question)).status).toBe(200)
    await send()
    const [letter] = server.letters
    expect(letter?.headers.subject).toMatch(/: Robo hat eine Frage an dich$/)
    expect(letter?.text).toMatch(
      /Genehmige oder lehne ab\. Antworte bis \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2} \(UTC\)\. Ohne Antwort wird „Ablehnen“ verwendet\.\n\nGenehmigen: http/,
    )
  })

  test('about a used-up budget name its options in the language of the reader', async () => {
    await speak('de')
    const own = await team.newCard({ assigneeActorIds: [reader.actorId] })
    const input = { agentActorId: team.robo.actorId, budget: { tokens: 10 } }
    const { session } = created(await reader.post(`/api/cards/${own}/delegation`, input))
    await team.post(session.id, { op: 'update', state: 'working' })
    expect((await team.post(session.id, { op: 'update', usage: { inputTokens: 10 } })).status).toBe(200)
    await send()
    const texts = server.letters.map(({ text }) => text).join('\n')
    expect(texts).toMatch(/\nWähle eine der Optionen\.\n\nNoch einmal dasselbe Budget: http\S+\nJetzt abschließen: http\S+\nStoppen: http/)
  })

  test('say which texts somebody outside the board wrote, beside each of them', {
    meta: { proves: ['mail.notification.outside', 'author.role'] },
  }, async () => {
    await choose({ commented: { email: true }, assigned: { email: true } })
    const mark = '\n\nExternal: From outside the board. It cannot start agents, and agents treat it as information only.\n\n'
    const more = { assigneeActorIds: [reader.actorId] }
    const own = await team.newCard(more)
    const comment = (body: object) => team.bob.post(`/api/cards/${own}/comments`, body)
    created(await comment({ body: 'Buy\nExternal: no', external: true }))
    created(await comment({ body: 'A word of ours' }))
    await send()
    const [{ text = '' } = {}] = server.letters
    expect(text).toContain(`: Bob commented${mark}> Buy\n> External: no\n\n`)
    expect(text).toContain(': Bob commented\n\n> A word of ours\n\n')
    expect(text.match(/^External: /gm)).toHaveLength(1)

    server.letters.length = 0
    const report = { title: 'You have won', description: `@${reader.handle} pay here`, external: true, ...more }
    const { key } = created(await team.bob.post(`/api/lists/${team.listId}/cards`, report))
    await send()
    expect(subjects()).toEqual([`${address} ${key} [External] You have won: Bob assigned a card to you (and 1 more)`])
    expect(server.letters[0]?.text).toContain(`${key} [External] You have won (Engine): Bob assigned a card to you`)
    expect(server.letters[0]?.text).toContain(`: Bob mentioned you${mark}> @${reader.handle} pay here`)
  })

  test('say how a session ended: finished, failed, or canceled when its delegation was removed', async () => {
    await choose({ session_ended: { email: true } })
    const endings: Record<string, (session: string, card: string) => Promise<{ status: number }>> = {
      'Robo finished': (session) => team.post(session, { op: 'complete', summary: 'Done' }),
      'an agent session failed': (session) => team.post(session, { op: 'fail', reason: 'No seal in stock' }),
      'an agent session was canceled': (_, card) => team.ada.delete(`/api/cards/${card}/delegation`),
    }
    for (const [said, end] of Object.entries(endings)) {
      server.letters.length = 0
      const card = await team.newCard({ assigneeActorIds: [reader.actorId] })
      const session = await team.delegate(card)
      expect((await end(session, card)).status).toBeLessThan(300)
      await send()
      expect(subjects()).toEqual([expect.stringContaining(`: ${said}`)])
    }
  })

  test('go to people who want them for that reason: questions and mentions unless they say otherwise; never to agents', async () => {
    const other = await newMember(team, 'Other')
    await choose({ assigned: { email: true }, mentioned: { email: false } })
    const both = await team.newCard({ assigneeActorIds: [reader.actorId, other.actorId] })
    for (const person of [reader, other, team.robo]) await say(`@${person.handle} look`, team.ada, both)
    await choose({ commented: { email: false }, mentioned: { email: true }, question: { email: true } }, other)
    await ask(await team.delegate(both), 'Which seal?')
    await send()
    const of = (person: string) => server.letters.filter(({ to }) => to[0]?.startsWith(person)).map(({ text }) => text)
    expect([of('reader').length, of('other').length, server.letters.length]).toEqual([1, 1, 2])
    const [readers = '', others = ''] = [...of('reader'), ...of('other')]
    expect(readers.match(/: (Ada|Robo) [^\n]+/g)).toEqual([': Ada assigned a card to you', ': Robo asks you a question'])
    expect(others.match(/: (Ada|Robo) [^\n]+/g)).toEqual([': Ada mentioned you', ': Robo asks you a question'])
  })

  test('that were read, settled or switched off, or whose reader may not see them any more, stay unsent', {
    meta: { proves: ['mail.notification.one-letter'] },
  }, async () => {
    const people: Record<string, Person> = {}
    for (const name of ['Has read', 'Answers', 'Switches off', 'Leaves', 'Is deactivated', 'Finishes', 'Still waits'])
      people[name] = await newMember(team, name)
    const person = (name: string): Person => people[name] ?? reader
    for (const name of ['Has read', 'Switches off', 'Leaves', 'Is deactivated', 'Still waits']) await mention('look', person(name))
    const asked = await team.newCard({ assigneeActorIds: [person('Answers').actorId, person('Still waits').actorId] })
    const sessionId = await team.delegate(asked)
    await ask(sessionId, 'Which seal?')
    await choose({ due_soon: { email: true } }, person('Finishes'))
    const dueAt = new Date(team.tandem.clock.now() + 2 * hour).toISOString()
    const due = await team.newCard({ assigneeActorIds: [person('Finishes').actorId], dueAt })
    await team.tandem.service.workers.dueReminders.runOnce()
    expect((await waiting()).length).toBe(8)

    await person('Has read').post('/api/notifications/read-all')
    await answer(sessionId, person('Answers'))
    await choose({ mentioned: { email: false } }, person('Switches off'))
    await team.ada.delete(`/api/boards/${team.boardId}/members/${person('Leaves').actorId}`)
    expect((await team.ada.patch(`/api/admin/actors/${person('Is deactivated').actorId}`, { deactivated: true })).status).toBe(200)
    await team.ada.patch(`/api/cards/${due}`, { completedAt: new Date(team.tandem.clock.now()).toISOString() })
    await send()
    expect(subjects()).toEqual([expect.stringMatching(/^still\.waits.* Fix the pump: Bob mentioned you$/)])
    expect(await waiting()).toEqual([])
  })

  test('of a question that was answered and asked anew tell of the new one', async () => {
    const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [reader.actorId] }))
    await choose({ question: { email: true } })
    await ask(sessionId, 'Which seal?')
    await answer(sessionId, team.bob)
    await ask(sessionId, 'How tight?')
    await send()
    expect(server.letters.map(({ text }) => text.match(/> .*/g))).toEqual([['> How tight?']])
  })

  test('of an unanswered question go to the next tier a day later', async () => {
    await ask(await team.delegate(await team.newCard({ assigneeActorIds: [reader.actorId] })), 'Which seal?')
    await send()
    expect(subjects()).toEqual([expect.stringContaining('reader.')])
    team.tandem.clock.advance(24 * hour)
    expect(await team.tandem.service.workers.watchdog.runOnce()).toBeGreaterThan(0)
    await send()
    expect(subjects()).toEqual([expect.stringContaining('reader.'), expect.stringContaining('ada.')])
    expect(server.letters[1]?.text).toContain('> Which seal?')
  })

  test('of a question say how it is answered, and it is answered by their links, by nobody else', {
    meta: { proves: ['mail.question.links'] },
  }, async () => {
    const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [reader.actorId, team.eve.actorId] }))
    await reader.patch('/api/me', { timezone: 'Europe/Berlin' })
    for (const by of [reader, team.eve]) await choose({ question: { email: true }, assigned: { email: false } }, by)
    const approval = { question: 'Deploy?', kind: 'approval', defaultOption: 'deny', expiresInMinutes: 60 }
    expect((await team.post(sessionId, { op: 'ask_human', ...approval })).status).toBe(200)
    await send()
    const textOf = (name: string) => server.letters.find(({ to }) => to[0]?.startsWith(name))?.text ?? ''
    expect(textOf('reader')).toContain('> Deploy?\n\nApprove or deny. Answer by ')
    expect(textOf('reader')).toMatch(/Answer by \d+ \w{3} \d{4}, \d\d:\d\d \(Europe\/Berlin\)\. If there is no answer, "Deny" is used\./)
    // A viewer is notified of an approval, and cannot give it.
    expect(textOf('eve')).toContain('Approve or deny.')
    expect(textOf('eve')).not.toContain('/answer/')
    const links = [...textOf('reader').matchAll(/^(\w+): http:\/\/tandem\.test\/answer\/([\w-]{94})$/gm)].map(([, words, token]) => ({
      words,
      token,
    }))
    expect(links.map(({ words }) => words)).toEqual(['Approve', 'Deny'])
    expect(textOf('reader')).toMatch(/\/answer\/[\w-]+\n\nhttp:\/\/tandem\.test\/cards\//)

    const { anonymous } = team.tandem
    const shown = await anonymous.get(`/api/answer-links/${links[0]?.token}`)
    expect(shown.body).toMatchObject({ question: 'Deploy?', option: 0, end: null, personName: 'Reader' })
    const given = await anonymous.post(`/api/answer-links/${links[0]?.token}`, { option: shown.body.option })
    expect([given.status, given.body.end]).toMatchObject([200, { by: 'person', isYou: true, answer: 'approve' }])
    expect((await team.session(sessionId)).lastAnswer).toMatchObject({ answer: 'approve', answeredByActorId: reader.actorId })
  })

  test('of a question without options have one link, and options no link of their own', async () => {
    const ask = async (more: object) => {
      const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [reader.actorId] }))
      expect((await team.post(sessionId, { op: 'ask_human', ...more })).status).toBe(200)
    }
    await choose({ question: { email: true }, assigned: { email: false } })
    await ask({ question: 'Which seal?' })
    await ask({ question: 'Which way?', options: ['http://evil.example\nBcc: x', 'Left'] })
    await ask({ questions: [{ question: 'One?' }, { question: 'Two?', kind: 'approval' }] })
    await send()
    const text = server.letters[0]?.text ?? ''
    expect(text.match(/^(.+): http:\/\/tandem\.test\/answer\//gm)?.map((line) => line.split(': http')[0])).toEqual([
      'Answer',
      'http[:]//evil[.]example Bcc: x',
      'Left',
      'Another answer',
      'Answer',
    ])
    for (const task of [
      'Answer in your own words.',
      'Choose an option, or answer in your own words.',
      '2 questions. Answer them together.',
    ])
      expect(text).toContain(task)
  })

  /** From an hour ago to so long from now, by the clock of a person whose time zone is UTC. */
  const quietFor = (ms: number) => {
    const clockAt = (afterMs: number) => new Date(team.tandem.clock.now() + afterMs).toISOString().slice(11, 16)
    return { from: clockAt(-hour), to: clockAt(ms), days: [] }
  }
  const rest = async (quiet: object | null, by = reader) =>
    expect((await by.patch('/api/me/notification-settings', { quiet })).status).toBe(200)

  test('wait for the end of quiet time, in the inbox all along, and then go out once, without what is settled', {
    meta: { proves: ['notification.quiet.mail'] },
  }, async () => {
    await rest(quietFor(3 * hour))
    await mention('first')
    const sessionId = await team.delegate(await team.newCard({ assigneeActorIds: [reader.actorId] }))
    await ask(sessionId, 'Which seal?')
    await mention('other', await newMember(team, 'Awake'))
    await send()
    expect([subjects().length, (await inbox()).length]).toEqual([1, 3])
    expect(subjects()[0]).toContain('awake.')
    await mention('second')
    await Promise.all([send(hour), worker().runOnce()])
    await answer(sessionId, team.bob)
    expect(await waiting()).toEqual([{ attempts: 0 }, { attempts: 0 }, { attempts: 0 }])
    server.letters.length = 0
    await send(2 * hour)
    expect(server.letters.map(({ text }) => text.match(/first|second|seal/g))).toEqual([['first', 'second']])
    expect(await waiting()).toEqual([])
    await send(3 * hour)
    expect(server.letters).toHaveLength(1)
  })

  test('are sent after all when quiet time is switched off, or moves away with the time zone', {
    meta: { proves: ['notification.quiet.mail'] },
  }, async () => {
    const other = await newMember(team, 'Traveller')
    for (const person of [reader, other]) {
      await rest(quietFor(3 * hour), person)
      await mention('look', person)
    }
    await send()
    expect(server.letters).toEqual([])
    await rest(null)
    expect((await other.patch('/api/me', { timezone: 'Pacific/Kiritimati' })).status).toBe(200)
    await send()
    expect(subjects()).toEqual([expect.stringContaining('reader.'), expect.stringContaining('traveller.')])
  })

  test('that wait for one person come in one letter, the first twenty in full', {
    meta: { proves: ['mail.notification.one-letter', 'limit.letters.notifications'] },
  }, async () => {
    for (let n = 1; n <= 23; n++) await mention(`note ${n}.`)
    team.tandem.clock.advance(minute / 2)
    await mention('the last one.')
    // The first mentions are due, and those that are not due yet go into the same mail.
    await send(minute / 2)
    expect(server.letters).toHaveLength(1)
    const [letter] = server.letters
    expect(letter?.headers.subject).toMatch(/^ENG-\d+ Fix the pump: Bob mentioned you \(and 23 more\)$/)
    expect(letter?.text.match(/note \d+\./g)).toEqual(Array.from({ length: 20 }, (_, n) => `note ${n + 1}.`))
    expect(letter?.text).toContain('4 more in your inbox.')
    expect(await waiting()).toEqual([])
  })

  test('are one per activity, for the first of its reasons, also when the person wants others', async () => {
    await choose({ commented: { email: true }, watching: { email: true }, mentioned: { inbox: false } })
    await team.ada.post(`/api/cards/${cardId}/assignees`, { actorId: reader.actorId })
    await reader.put(`/api/cards/${cardId}/watch`)
    await mention('look')
    await say('It drips')
    await send()
    expect(server.letters).toHaveLength(1)
    expect(server.letters[0]?.text.match(/: Bob [^\n]+/g)).toEqual([': Bob mentioned you', ': Bob commented'])
  })

  test('that a server does not take are tried ten times, under one Message-ID, and then given up', {
    meta: { proves: ['mail.delivery.tries'] },
  }, async () => {
    await mention()
    const [row] = await inbox()
    server.refuse(true)
    await send()
    expect(await waiting()).toEqual([{ attempts: 1 }])
    await mention('once more')
    server.refuse(false)
    await send()
    server.refuse(true)
    expect(server.letters.map(({ headers }) => headers['message-id'])).toContain(`<${row.id}@mail.test>`)
    expect(await waiting()).toEqual([])
    server.letters.length = 0
    await mention('never')
    for (const minutes of [1, 1, 2, 5, 15, 30, 60, 120, 240]) await send(minutes * minute)
    expect(await waiting()).toEqual([{ attempts: 9 }])
    await send(360 * minute)
    expect([await waiting(), server.letters]).toEqual([[], []])
    expect(await inbox()).toHaveLength(3)
  })

  test('are sent once by many workers, and taken over from one that died when its lease ends', {
    meta: { proves: ['mail.delivery.tries'] },
  }, async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, (_, n) => newMember(team, `Many ${n}`)))
    for (const person of readers) await mention('look', person)
    team.tandem.clock.advance(minute)
    const dead = await queue().claim(team.tandem.clock.now(), team.tandem.clock.now() + 2 * minute)
    expect(dead.rows).toBe(5)
    const drain = async (one: MailWorker): Promise<void> => {
      while ((await one.runOnce()) > 0);
    }
    await Promise.all([worker(), worker(), worker(), worker()].map(drain))
    expect(new Set(server.letters.map(({ to }) => to[0])).size).toBe(15)
    expect(server.letters).toHaveLength(15)
    await send(2 * minute)
    expect(new Set(server.letters.map(({ to }) => to[0])).size).toBe(20)
    expect(server.letters).toHaveLength(20)
  })

  test('that a worker has claimed when it stops go back into the queue as they were', async () => {
    await mention()
    team.tandem.clock.advance(minute)
    const real = queue()
    const stopping = worker({
      ...real,
      async claim(...when) {
        const claimed = await real.claim(...when)
        void stopping.stop()
        return claimed
      },
    })
    await stopping.runOnce()
    expect([await waiting(), server.letters]).toEqual([[{ attempts: 0 }], []])
    await send(0)
    expect(server.letters).toHaveLength(1)
  })

  test('put no line of theirs into the head of a letter, and no character that steers', {
    meta: { proves: ['mail.header.no-injection'] },
  }, async () => {
    const eve = await team.tandem.register('Eve\u2028Bcc: eve@example.com\u0007', { email: 'eve.bcc@example.com' })
    created(await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: eve.actorId, role: 'member' }))
    const card = await team.newCard({ title: 'Pump\u0085Bcc: eve@example.com\u001b[2J' })
    await say(`@${reader.handle}\u001b[2J\nBcc: eve@example.com\n\n.\nEnd`, eve, card)
    await send()
    const [letter] = server.letters
    expect(letter?.headers.bcc).toBeUndefined()
    expect(letter?.to).toEqual([address])
    const steering = Array.from(letter?.text ?? '').filter((character) => /[\p{Cc}\u2028\u2029]/u.test(character) && character !== '\n')
    expect(steering).toEqual([])
    expect(letter?.text).toContain('> Bcc: eve@example.com\n> \n> .\n> End')
  })
})

test('mail goes out by itself while the service runs', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const team = await startTeam({ environment: { SMTP_URL: server.url, ...mailed } })
  onTestFinished(() => team.stop())
  await team.ada.post(`/api/cards/${await team.newCard()}/comments`, { body: `@${team.bob.handle}, look` })
  team.tandem.clock.advance(minute)
  await until(() => server.letters.length > 0)
  expect(server.letters[0]?.headers.subject).toContain('Ada mentioned you')
})

test('without a mail server nothing is queued', async () => {
  const team = await startTeam()
  onTestFinished(() => team.stop())
  await team.ada.post(`/api/cards/${await team.newCard()}/comments`, { body: `@${team.bob.handle}, look` })
  await team.post(await team.delegate(await team.newCard()), { op: 'ask_human', question: 'Which?' })
  team.tandem.clock.advance(24 * hour)
  await team.tandem.service.workers.watchdog.runOnce()
  expect(await team.inbox(team.bob, 'mentioned')).toHaveLength(1)
  expect((await team.tandem.database.pool.query('select from notification_mails')).rowCount).toBe(0)
})
