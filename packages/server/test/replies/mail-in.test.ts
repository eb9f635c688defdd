import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readHead } from '../../src/domain/replies/message.ts'
import { whileBoardIsHeld } from '../kit/database.ts'
import type { TakenLetter } from '../kit/servers/mail-server.ts'
import type { Person } from '../kit/service.ts'
import { created, startTeam } from '../sessions/fixture/team.ts'
import { mailInSecret, type Replying, startReplying } from './fixture/replying.ts'

const hour = 3_600_000

describe('replies by mail', () => {
  let at: Replying
  const begin = async (environment?: Record<string, string>) => {
    at = await startReplying(environment)
    return at
  }
  const commentsOn = async (cardId: string) =>
    (await at.team.ada.get(`/api/cards/${cardId}/comments`)).body.map(({ actorId, body }: any) => [actorId, body])
  /** Robo asks, and Bob, who is assigned to the card, gets the mail. */
  async function asked(question: object, of = at.team.bob): Promise<{ sessionId: string; cardId: string; letter: TakenLetter }> {
    const cardId = await at.team.newCard({ assigneeActorIds: [of.actorId] })
    const sessionId = await at.team.delegate(cardId)
    expect((await at.team.post(sessionId, { op: 'ask_human', ...question })).status).toBe(200)
    return { sessionId, cardId, letter: await only(of) }
  }
  async function mentioned(person = at.team.bob, by = at.team.ada): Promise<{ cardId: string; letter: TakenLetter }> {
    const cardId = await at.team.newCard()
    created(await by.post(`/api/cards/${cardId}/comments`, { body: `@${person.handle} look` }))
    return { cardId, letter: await only(person) }
  }
  async function only(person: Person): Promise<TakenLetter> {
    const [letter, ...more] = await at.letters(person)
    if (!letter || more.length > 0) throw new Error(`expected one letter, got ${more.length + (letter ? 1 : 0)}`)
    return letter
  }
  const answerOf = async (sessionId: string) => (await at.team.session(sessionId)).lastAnswer
  const toldTo = async (person: Person) => (await at.refusals(person)).map(({ text }) => text)

  test('the letter of one question is answered, of other news of one card commented on, and of several cards not replied to', {
    meta: { proves: ['mail.in.address', 'mail.in.answer', 'mail.in.comment'] },
  }, async () => {
    const { team } = await begin()
    const question = await asked({ question: 'Which seal?' })
    expect(question.letter.headers['reply-to']).toMatch(/^reply\+[a-z2-7]{52}@tandem\.test$/)
    expect(question.letter.text).toMatch(/\n\nReply to this e-mail to answer\.\n\n-- \n/)
    const quoted = `The left one\n\nOn Thu, Nov 26, 2026 at 10:12 AM Tandem <tandem@mail.test> wrote:\n> Which seal?\n`
    expect((await at.reply(team.bob, question.letter, quoted)).body).toEqual({ outcome: 'answer' })
    expect(await answerOf(question.sessionId)).toMatchObject({ answer: 'The left one', answeredByActorId: team.bob.actorId })

    const news = await mentioned()
    expect(news.letter.text).toContain('\n\nReply to this e-mail to comment.\n\n-- \n')
    expect((await at.reply(team.bob, news.letter, 'It is **tight**.')).body).toEqual({ outcome: 'comment' })
    expect(await commentsOn(news.cardId)).toContainEqual([team.bob.actorId, 'It is **tight**.'])
    const [verb] = (await team.log(news.cardId)).slice(-1)
    expect(verb).toMatchObject({ verb: 'comment.added', actorId: team.bob.actorId })

    for (const cardId of [await team.newCard(), await team.newCard()])
      created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.bob.handle} look` }))
    const several = await only(team.bob)
    expect(several.headers['reply-to']).toBeUndefined()
    expect(several.text).not.toContain('Reply to this e-mail')
    // A viewer may not comment.
    expect((await mentioned(team.eve)).letter.headers['reply-to']).toBeUndefined()
  })

  test('a choice is taken by its text or its number, an approval by its word alone, and the rest is a note', {
    meta: { proves: ['mail.in.choice', 'mail.in.approval'] },
  }, async () => {
    const { team } = await begin()
    const choice = { question: 'Which seal?', kind: 'choice', options: ['Left', 'Right'] }
    const first = await asked(choice)
    await at.reply(team.bob, first.letter, 'right.\n\nIt is newer.')
    expect(await answerOf(first.sessionId)).toMatchObject({ answer: 'Right', note: 'It is newer.' })
    const second = await asked(choice)
    await at.reply(team.bob, second.letter, '1')
    expect(await answerOf(second.sessionId)).toMatchObject({ answer: 'Left' })
    const third = await asked(choice)
    expect((await at.reply(team.bob, third.letter, 'the newer one')).body).toEqual({ outcome: 'refused', why: 'replyToChoice' })
    expect(await answerOf(third.sessionId)).toBeNull()
    const [told] = await at.refusals(team.bob)
    expect(told?.headers).toMatchObject({ 'auto-submitted': 'auto-replied', subject: 'Your reply was not accepted' })
    expect(told?.headers['in-reply-to']).toMatch(/@example\.com>$/)
    expect(told?.text).toContain('or its number:\n\n1. Left\n2. Right\n\nReply again to the e-mail with the question.')
    // Options that are suggestions leave room for other words.
    const open = await asked({ question: 'Which seal?', options: ['Left', 'Right'] })
    await at.reply(team.bob, open.letter, 'Neither, weld it.')
    expect(await answerOf(open.sessionId)).toMatchObject({ answer: 'Neither, weld it.' })

    const approval = { question: 'May I merge?', kind: 'approval' }
    const unclear = await asked(approval)
    await at.reply(team.bob, unclear.letter, 'Approved, I guess')
    expect(await answerOf(unclear.sessionId)).toBeNull()
    expect(await toldTo(team.bob)).toEqual([expect.stringContaining('with only approve or deny in the first line')])
    await at.reply(team.bob, unclear.letter, 'Deny: the tests are red')
    expect(await answerOf(unclear.sessionId)).toMatchObject({ answer: 'deny', note: 'the tests are red' })

    const long = await asked(choice)
    expect((await at.reply(team.bob, long.letter, `Left\n${'x'.repeat(2_001)}`)).body.why).toBe('replyNoteTooLong')
    const free = await asked({ question: 'Why?' })
    expect((await at.reply(team.bob, free.letter, 'x'.repeat(10_001))).body.why).toBe('replyTooLong')
    expect([await answerOf(long.sessionId), await answerOf(free.sessionId)]).toEqual([null, null])

    const several = await asked({ questions: [{ question: 'Which?' }, { question: 'When?' }] })
    expect(several.letter.text).not.toContain('Reply to this e-mail')
    expect((await at.reply(team.bob, several.letter, '1. Left 2. Now')).body.why).toBe('replyToSeveral')
    expect(await answerOf(several.sessionId)).toBeNull()
  })

  test('a reader of another language answers in it, and is told in it what was not accepted', async () => {
    const { team } = await begin()
    await team.bob.patch('/api/me', { locale: 'de' })
    const approval = await asked({ question: 'May I merge?', kind: 'approval' })
    expect(approval.letter.text).toContain('Antworte auf diese E-Mail, um die Frage zu beantworten.')
    expect(approval.letter.text).toMatch(/^Genehmigen: http[^\n]*\nAblehnen: http/m)
    expect((await at.reply(team.bob, approval.letter, 'Vielleicht')).body.why).toBe('replyToApproval')
    const [told] = await at.refusals(team.bob)
    expect(told?.headers).toMatchObject({ subject: 'Deine Antwort wurde nicht angenommen', 'content-language': 'de' })
    expect(told?.text).toContain('schreib in die erste Zeile nur „Genehmigen“ oder „Ablehnen“.')
    expect(told?.text).toContain('\n\nEingang öffnen: http://tandem.test/inbox\n')
    expect((await at.reply(team.bob, approval.letter, 'Ablehnen: die Tests sind rot')).body).toEqual({ outcome: 'answer' })
    expect(await answerOf(approval.sessionId)).toMatchObject({ answer: 'deny', note: 'die Tests sind rot' })
    // An answer that was given before is named as on the links.
    const late = await asked({ question: 'May I merge?', kind: 'approval' })
    expect((await team.ada.post(`/api/sessions/${late.sessionId}/answer`, { answer: 'deny' })).status).toBe(200)
    expect((await at.reply(team.bob, late.letter, 'Genehmigen')).body.why).toBe('questionAnswered')
    expect(await toldTo(team.bob)).toEqual([expect.stringContaining('Ada war schneller und hat geantwortet: Ablehnen. Deine Antwort')])
  })

  test('a late answer is refused by a mail that says who answered, and is passed on to the agent', {
    meta: { proves: ['mail.in.late'] },
  }, async () => {
    const { team } = await begin()
    const { sessionId, letter } = await asked({ question: 'Which seal?' })
    expect((await team.ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'The right one\u001b[2J' })).status).toBe(200)
    expect((await at.reply(team.bob, letter, 'The left one')).body).toEqual({ outcome: 'refused', why: 'questionAnswered' })
    expect(await toldTo(team.bob)).toEqual([expect.stringMatching(/Ada[^]*The right one \[2J/)])
    const late = async () => (await team.events(sessionId)).filter(({ body }) => body.type === 'late_answer')
    expect(await late()).toMatchObject([{ body: { answer: 'The left one', actorId: team.bob.actorId } }])
    // Also one that would not have been understood in time.
    const approval = await asked({ question: 'May I merge?', kind: 'approval' })
    expect((await team.ada.post(`/api/sessions/${approval.sessionId}/answer`, { answer: 'deny' })).status).toBe(200)
    expect((await at.reply(team.bob, approval.letter, 'Why not')).body).toEqual({ outcome: 'refused', why: 'questionAnswered' })
    const passedOn = (await team.events(approval.sessionId)).filter(({ body }) => body.type === 'late_answer')
    expect(passedOn).toMatchObject([{ body: { answer: 'Why not', actorId: team.bob.actorId } }])
  })

  test('without the code, or with that of somebody else, a letter does nothing and nobody is answered', {
    meta: { proves: ['mail.in.code-and-sender'] },
  }, async () => {
    const { team } = await begin()
    const { cardId, letter } = await mentioned()
    const [code = ''] = /\+(\w+)@/.exec(letter.headers['reply-to'] ?? '')?.slice(1) ?? []
    const before = await commentsOn(cardId)
    const unknown = { outcome: 'ignored', why: 'unknown' }
    const to = (address: string) => ({ To: address })
    // Ada could comment, but the mail was sent to Bob.
    expect((await at.reply(team.ada, letter, 'forged')).body).toEqual(unknown)
    expect((await at.reply(team.bob, letter, 'forged', { From: 'eve@elsewhere.example' })).body).toEqual(unknown)
    const other = `${code.slice(0, -3)}${code.at(-3) === 'a' ? 'b' : 'a'}${code.slice(-2)}`
    expect((await at.reply(team.bob, letter, 'forged', to(`reply+${other}@tandem.test`))).body).toEqual(unknown)
    for (const address of ['reply@tandem.test', 'reply+abc@tandem.test', `reply+${code}@elsewhere.test`, `noreply+${code}@tandem.test`])
      expect((await at.reply(team.bob, letter, 'forged', to(address))).body).toEqual({ outcome: 'ignored', why: 'no_code' })
    expect(await commentsOn(cardId)).toEqual(before)
    expect(await at.refusals(team.bob)).toEqual([])
    expect(at.server.letters).toEqual([])
    // Hosts change the case of an address, and name the recipient of a mail in other headers.
    const told = { To: 'undisclosed@elsewhere.test', 'Delivered-To': `REPLY+${code.toUpperCase()}@Tandem.Test` }
    expect((await at.reply(team.bob, letter, 'mine', told)).body).toEqual({ outcome: 'comment' })
  })

  test('a comment does not become an answer: the code of a letter does what the letter said', async () => {
    const { team } = await begin()
    const cardId = await team.newCard({ assigneeActorIds: [team.bob.actorId] })
    const robos = await team.delegate(cardId)
    const { calls } = created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.bert.handle} help` }))
    await team.post(robos, { op: 'ask_human', question: 'Which seal?' })
    await team.post(calls[0].sessionId, { op: 'ask_human', question: 'How tight?' }, team.bert)
    const letter = await only(team.bob)
    expect(letter.text).toContain('Reply to this e-mail to comment.')
    await at.reply(team.bob, letter, 'Both on Friday')
    expect(await commentsOn(cardId)).toContainEqual([team.bob.actorId, 'Both on Friday'])
    expect(await answerOf(robos)).toBeNull()
  })

  test('the person needs the right at that time: a viewer, one who left, an archived board are refused', {
    meta: { proves: ['mail.in.rights'] },
  }, async () => {
    const { team } = await begin()
    const { ada, bob, boardId } = team
    const refused = async (letter: TakenLetter) => {
      expect((await at.reply(bob, letter, 'late')).body.outcome).toBe('refused')
      const [text] = await toldTo(bob)
      team.tandem.clock.advance(hour)
      return text
    }
    const news = await mentioned()
    await ada.patch(`/api/boards/${boardId}/members/${bob.actorId}`, { role: 'viewer' })
    expect(await refused(news.letter)).toContain('member')
    await ada.delete(`/api/boards/${boardId}/members/${bob.actorId}`)
    expect(await refused(news.letter)).toMatch(/no such card|gone/i)
    created(await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' }))
    expect((await ada.patch(`/api/boards/${boardId}`, { archived: true })).status).toBe(200)
    expect(await refused(news.letter)).toContain('archived')
    expect((await ada.patch(`/api/boards/${boardId}`, { archived: false })).status).toBe(200)
    expect(await commentsOn(news.cardId)).toHaveLength(1)
    expect((await ada.patch(`/api/admin/actors/${bob.actorId}`, { deactivated: true })).status).toBe(200)
    const raw = await at.write(ada, news.letter, 'late', { From: letterTo(news.letter) })
    expect((await at.handOver(raw)).body).toEqual({ outcome: 'ignored', why: 'unknown' })
  })
  const letterTo = ({ to }: TakenLetter) => to[0] ?? ''

  test('a mention that starts no agent is told to its writer by mail, once; of one that the agent gets at its work no mail is sent', {
    meta: { proves: ['mail.in.calls'] },
  }, async () => {
    const { team } = await begin()
    const { ada, bob, robo, bert } = team
    expect((await ada.patch(`/api/agents/${robo.actorId}`, { invokableBy: 'owner' })).status).toBe(200)
    const { cardId, letter } = await mentioned()
    const raw = await at.write(bob, letter, `@${robo.handle} and @${bert.handle}, look`)
    const second = await at.secondInstance()
    const handed = await Promise.all([at.handOver(raw), at.handOver(raw, { to: second })])
    expect([...handed, await at.handOver(raw)].map(({ body }) => body.outcome)).toEqual(Array(3).fill('comment'))
    expect(await commentsOn(cardId)).toHaveLength(2)
    const [told, ...more] = await at.refusals(bob)
    expect(more).toEqual([])
    expect(told?.headers).toMatchObject({ 'auto-submitted': 'auto-replied', subject: 'Your comment did not start an agent' })
    expect(told?.headers['in-reply-to']).toMatch(/@example\.com>$/)
    expect(told?.text).toMatch(/^Your comment was added\. [^]*Ada[^]*http:\/\/tandem\.test\/inbox/)
    expect(told?.text).toContain(`@${robo.handle}: `)
    expect(told?.text).not.toContain(`@${bert.handle}`)
    // Bert has a session by now, and gets the comment there.
    expect((await at.reply(bob, letter, `@${bert.handle} more`)).body).toEqual({ outcome: 'comment' })
    expect(await at.refusals(bob)).toEqual([])
    // Refusals and these mails share their limit; each copy of the first letter counts.
    for (let n = 0; n < 6; n++) await at.reply(bob, letter, n % 2 ? `> ${n}` : `@${robo.handle} again ${n}`)
    expect(await at.refusals(bob)).toHaveLength(2)
    const { rows } = await team.tandem.database.pool.query("select detail from audit_log where act = 'mail.unopened' order by id limit 1")
    expect(rows).toEqual([{ detail: expect.objectContaining({ reason: 'not_allowed' }) }])
  })

  test('the same letter is taken once: again, at once at two instances, with other lines of hosts above it', {
    meta: { proves: ['mail.in.once'] },
  }, async () => {
    const { team } = await begin()
    const { cardId, letter } = await mentioned()
    const raw = await at.write(team.bob, letter, 'once')
    const second = await at.secondInstance()
    const copies = [raw, raw, `Received: by elsewhere\r\n${raw}`]
    const handed = await Promise.all(copies.flatMap((copy) => [at.handOver(copy), at.handOver(copy, { to: second })]))
    expect(handed.map(({ body }) => body.outcome)).toEqual(handed.map(() => 'comment'))
    const once = (await commentsOn(cardId)).filter(([, body]: string[]) => body === 'once')
    expect(once).toHaveLength(1)
    // The same words in another mail make another comment.
    await at.reply(team.bob, letter, 'once')
    expect((await commentsOn(cardId)).filter(([, body]: string[]) => body === 'once')).toHaveLength(2)
  })

  test('a reply that meets the lock of its board is handed over again, and its writer is told of no refusal', {
    meta: { proves: ['mail.in.once'] },
  }, async () => {
    const { team } = await begin()
    const { sessionId, letter } = await asked({ question: 'Which wall?', options: ['Left', 'Right'] })
    const raw = await at.write(team.bob, letter, 'Left')
    const held = await whileBoardIsHeld(team.tandem.database.pool, team.boardId, () => at.handOver(raw))
    expect(held).toMatchObject({ status: 409, body: { error: { reason: 'busy' } } })
    expect(await toldTo(team.bob)).toEqual([])
    expect((await at.handOver(raw)).body).toEqual({ outcome: 'answer' })
    expect(await answerOf(sessionId)).toMatchObject({ answer: 'Left' })
  })

  test('a reply that is empty, too long or only files is refused by mail, at most five times an hour and once for each letter', {
    meta: { proves: ['mail.in.refused'] },
  }, async () => {
    const { team } = await begin()
    const { cardId, letter } = await mentioned()
    const files = { 'Content-Type': 'multipart/mixed; boundary=cut' }
    const attached = '--cut\nContent-Type: image/png\nContent-Disposition: attachment; filename=a.png\n\nabc\n--cut--'
    const empty = await at.write(team.bob, letter, '> only a quote')
    expect((await at.handOver(empty)).body).toEqual({ outcome: 'refused', why: 'replyEmpty' })
    expect((await at.handOver(empty)).body).toEqual({ outcome: 'refused', why: 'replyEmpty' })
    expect(await toldTo(team.bob)).toEqual([expect.stringContaining('Your reply has no new text.')])
    expect((await at.reply(team.bob, letter, attached, files)).body.why).toBe('replyOnlyFiles')
    expect((await at.reply(team.bob, letter, 'x'.repeat(100_001))).body.why).toBe('replyTooLong')
    expect(await toldTo(team.bob)).toHaveLength(2)
    for (let n = 0; n < 4; n++) await at.reply(team.bob, letter, `> ${n}`)
    // The empty one, which came twice, counts twice.
    expect(await toldTo(team.bob)).toHaveLength(1)
    team.tandem.clock.advance(hour)
    await at.reply(team.bob, letter, '> later')
    expect(await toldTo(team.bob)).toHaveLength(1)
    // With a text beside them, files are left out.
    const both = `--cut\nContent-Type: text/plain\n\nLook\n${attached}`
    expect((await at.reply(team.bob, letter, both, files)).body).toEqual({ outcome: 'comment' })
    expect(await commentsOn(cardId)).toContainEqual([team.bob.actorId, 'Look'])
    const { rows } = await team.tandem.database.pool.query("select outcome, credential from audit_log where act = 'mail.refused' limit 1")
    expect(rows).toEqual([{ outcome: 'ok', credential: expect.stringMatching(/^mail:/) }])
  })

  test('more than 60 replies of a person within an hour wait', { meta: { proves: ['mail.in.often'] } }, async () => {
    const { team } = await begin()
    const { cardId, letter } = await mentioned()
    await at.reply(team.bob, letter, 'one')
    await team.tandem.database.pool.query(
      `insert into ledger (actor_id, mutation_id, operation, target, status, input_hash, created_at)
        select actor_id, 'mail-' || n, operation, target, status, input_hash, created_at from ledger, generate_series(1, 59) n
        where actor_id = $1 and mutation_id like 'mail-%'`,
      [team.bob.actorId],
    )
    const raw = await at.write(team.bob, letter, 'one more')
    expect(await at.handOver(raw)).toMatchObject({ status: 429, body: { error: { reason: 'replyOften' } } })
    expect(await commentsOn(cardId)).toHaveLength(2)
    team.tandem.clock.advance(hour)
    expect((await at.handOver(raw)).body).toEqual({ outcome: 'comment' })
  })

  test('POST /mail/in takes what is signed, and says what to do otherwise', { meta: { proves: ['mail.in.http'] } }, async () => {
    const { team } = await begin()
    const { cardId, letter } = await mentioned()
    const raw = await at.write(team.bob, letter, 'signed')
    for (const more of [{ secret: 'another-secret-of-the-mail-host' }, { secondsAgo: 301 }, { secondsAgo: -301 }]) {
      const { status, body } = await at.handOver(raw, more)
      expect([status, body.error.reason]).toEqual([401, 'mailUnsigned'])
    }
    const post = (type: string, body: string | Buffer) =>
      fetch(`${team.tandem.url}/mail/in`, { method: 'POST', headers: { 'content-type': type }, body })
    const unsigned = await post('message/rfc822', raw)
    expect([unsigned.status, ((await unsigned.json()) as any).error.message]).toEqual([
      401,
      expect.stringContaining('X-Signature are needed'),
    ])
    expect((await post('application/json', '{}')).status).toBe(415)
    expect((await post('message/rfc822', Buffer.alloc(10 * 1_048_576 + 1))).status).toBe(413)
    expect(await commentsOn(cardId)).toHaveLength(1)
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const row = vi.spyOn(team.tandem.database, 'row').mockRejectedValueOnce(away)
    expect((await at.handOver(raw)).status).toBe(503)
    row.mockRestore()
    expect((await at.handOver(raw)).status).toBe(202)
    expect(await commentsOn(cardId)).toHaveLength(2)
  })

  test('a guesser at the address of the mail host is answered 429, and signed mail is taken meanwhile', {
    meta: { proves: ['mail.in.http'] },
  }, async () => {
    const { team } = await begin({ RATE_LIMIT_AUTH_FAILURES: '1/3' })
    const { cardId, letter } = await mentioned()
    const raw = await at.write(team.bob, letter, 'signed')
    const guess = async () => (await at.handOver(raw, { secret: 'another-secret-of-the-mail-host' })).status
    const guesses = [await guess(), await guess(), await guess(), await guess(), await guess()]
    expect(guesses).toEqual([401, 401, 401, 429, 429])
    expect(await at.handOver(raw)).toMatchObject({ status: 202, body: { outcome: 'comment' } })
    expect(await commentsOn(cardId)).toHaveLength(2)
    expect(await guess()).toBe(429)
  })

  test('the form of Mailgun is taken with the secret as its signing key', { meta: { proves: ['mail.in.mailgun'] } }, async () => {
    const { team } = await begin()
    const { cardId, letter } = await mentioned()
    const signed = (seconds: number, key = mailInSecret) => {
      const [timestamp, token] = [String(seconds), randomUUID()]
      return {
        timestamp,
        token,
        signature: createHmac('sha256', key)
          .update(timestamp + token)
          .digest('hex'),
      }
    }
    const now = Math.floor(team.tandem.clock.now() / 1_000)
    const send = async (fields: Record<string, string>, asForm = true) => {
      const form = asForm ? new FormData() : new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const answer = await fetch(`${team.tandem.url}/mail/in/mime`, { method: 'POST', body: form })
      const body = (await answer.json()) as any
      return [answer.status, body.outcome ?? body.error.reason]
    }
    const mime = { 'body-mime': await at.write(team.bob, letter, 'by Mailgun') }
    expect(await send({ ...mime, ...signed(now, 'another key of Mailgun') })).toEqual([401, 'mailUnsigned'])
    expect(await send({ ...mime, ...signed(now - 90_000) })).toEqual([401, 'mailUnsigned'])
    expect(await send(mime)).toEqual([401, 'mailUnsigned'])
    expect(await send(signed(now))).toEqual([400, 'mailWithoutMime'])
    expect(await send({ ...mime, ...signed(now) })).toEqual([202, 'comment'])
    expect(await send({ ...mime, ...signed(now) }, false)).toEqual([202, 'comment'])
    expect(await commentsOn(cardId)).toHaveLength(2)
  })
})

test.each([
  ['automatic', { 'Auto-Submitted': 'auto-replied (vacation)' }],
  ['automatic', { 'X-Autoreply': 'yes' }],
  ['automatic', { Subject: 'Automatic reply: ENG-1' }],
  ['automatic', { Subject: 'Abwesenheitsnotiz: ENG-1' }],
  ['list', { Precedence: 'bulk' }],
  ['list', { Precedence: 'junk' }],
  ['bounce', { 'Return-Path': '<>' }],
  ['bounce', { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }],
  ['own', { 'Message-ID': '<01900000-0000-7000-8000-000000000000@mail.test>' }],
  [null, { 'Message-ID': '<01900000-0000-4000-8000-000000000000@mail.test>' }],
])('machines are not answered: %s by %o', { meta: { proves: ['mail.in.loops'] } }, async (why, headers) => {
  const lines = Object.entries({ From: 'a@b.c', 'Auto-Submitted': 'no', 'Message-ID': '<A@b.c>', ...headers })
  const raw = `${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\nHi\r\n`
  expect((await readHead(Buffer.from(raw), 'mail.test'))?.automatic).toBe(why)
})

test.each([
  ['victim@corp.example', 'Victim <VICTIM@corp.example>'],
  ['victim@corp.example', '"Eve, <eve@evil.example>" <victim@corp.example> (a@b.c)'],
  ['victim@corp.example', 'victim@corp.example'],
  [null, 'victim@corp.example, eve@evil.example'],
  [null, '=?utf-8?q?x_=3Cvictim=40corp.example=3E?='],
  [null, 'victim@corp.example <eve@evil.example>'],
  [null, 'People: victim@corp.example;'],
  [null, 'eve@evil.example\r\nFrom: victim@corp.example'],
  [null, `${'<'.repeat(1_000)}victim@corp.example>`],
])('the sender is the one address in the one From: %s in %s', { meta: { proves: ['mail.in.code-and-sender'] } }, async (sender, from) => {
  const raw = `From: ${from}\r\nTo: reply+x@tandem.test\r\nMessage-ID: =?utf-8?q?<a=00@b>?=\r\n\r\nHi\r\n`
  expect(await readHead(Buffer.from(raw), 'mail.test')).toMatchObject({ from: sender, messageId: null })
})

test('without MAIL_IN_ADDRESS no letter asks for a reply, and nothing is taken', { meta: { proves: ['mail.in.address'] } }, async () => {
  const team = await startTeam({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  onTestFinished(() => team.stop())
  expect((await team.tandem.anonymous.post('/mail/in', {})).status).toBe(404)
})

test('the script for Postfix that the docs show hands a letter over', { meta: { proves: ['mail.in.http'] } }, async ({ skip }) => {
  skip(!['curl', 'openssl'].every((program) => existsSync(`/usr/bin/${program}`)), 'curl or openssl is not installed')
  const at = await startReplying()
  const { team } = at
  const cardId = await team.newCard()
  created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.bob.handle} look` }))
  const [letter] = await at.letters(team.bob)
  if (!letter) throw new Error('no letter')
  const folder = await mkdtemp(join(tmpdir(), 'tandem-postfix-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'secret'), mailInSecret)
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/mail-in.md'), 'utf8')
  const script = (/^#!\/bin\/sh\n[^]*?^```/m.exec(docs)?.[0] ?? '')
    .replace('```', '')
    .replace('/etc/tandem/mail-in-secret', join(folder, 'secret'))
    .replace('https://tandem.example.com', team.tandem.url)
  // The script signs with the time of the machine, and the service has that of the test.
  const timed = script.replace('$(date +%s)', String(Math.floor(team.tandem.clock.now() / 1_000)))
  const run = async (text: string, secret = mailInSecret) => {
    await writeFile(join(folder, 'secret'), secret)
    const child = spawn('sh', ['-c', timed], { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end(text)
    return (await once(child, 'exit'))[0]
  }
  const raw = await at.write(team.bob, letter, 'by Postfix')
  expect(await run(raw, 'another-secret-of-the-mail-host')).toBe(75)
  expect(await run(raw)).toBe(0)
  const { body } = await team.ada.get(`/api/cards/${cardId}/comments`)
  expect(body.map((comment: { body: string }) => comment.body)).toContain('by Postfix')
})
