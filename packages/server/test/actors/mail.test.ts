import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { writtenLetters } from '../../src/workers/mail/letters.ts'
import { createMailWorker, type MailWorker } from '../../src/workers/mail/worker.ts'
import { movableClock } from '../kit/clock.ts'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'

const minute = 60_000

describe('the mail worker, against a real mail server', () => {
  const clock = movableClock()
  const log = pino({ level: 'silent' })
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let database: ReturnType<typeof openDatabase>
  let server: SMTPServer
  let worker: MailWorker
  let received: { from: string; to: string[]; text: string }[]
  let refusing = false

  beforeAll(async () => {
    fresh = await freshDatabase()
    database = openDatabase(fresh.address, { poolSize: 8, onError: () => {} })
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk
        })
        stream.on('end', () => {
          if (refusing) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          const { mailFrom, rcptTo } = session.envelope
          received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text })
          done()
        })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise<void>((resolve) => server.close(resolve))
    await database.close()
    await fresh.drop()
  })
  beforeEach(() => {
    received = []
    refusing = false
    worker = newWorker()
  })
  afterEach(async () => {
    await worker.stop()
    await database.pool.query('delete from mails')
  })

  function newWorker(): MailWorker {
    const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    return createMailWorker({
      queue: writtenLetters(database),
      clock,
      smtpUrl,
      from: 'Tandem <tandem@example.com>',
      log,
      metrics: createMetrics(),
    })
  }
  async function write(recipient: string, language: string | null = null): Promise<void> {
    const now = new Date(clock.now()).toISOString()
    const text =
      'insert into mails (id, recipient, subject, body, next_attempt_at, created_at, language) values ($1, $2, $3, $4, $5, $5, $6)'
    await database.pool.query(text, [randomUUID(), recipient, 'Hello\r\nBcc: eve@example.com', 'Grüße\n.\nEnde', now, language])
  }
  const left = async () => (await database.pool.query('select attempts, next_attempt_at from mails order by id')).rows

  test('hands a letter over once and forgets it', async () => {
    await write('ada@example.com')
    expect(await worker.runOnce()).toBe(1)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'tandem@example.com', to: ['ada@example.com'] })
    expect(received[0]?.text).not.toMatch(/^Bcc:/m)
    expect(received[0]?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(await left()).toEqual([])
    expect(await worker.runOnce()).toBe(0)
  })

  test('names the language of a letter; one that an instance without languages has queued is in English', async () => {
    for (const language of ['de', 'es', null]) await write(`${language}@example.com`, language)
    await worker.runOnce()
    const said = received.map(({ to, text }) => `${to[0]} ${/^Content-Language: (.*)\r$/m.exec(text)?.[1]}`)
    expect(said.toSorted()).toEqual(['de@example.com de', 'es@example.com es', 'null@example.com en'])
  })

  test('tries again later and later, ten times, and then drops it', async () => {
    refusing = true
    await write('ada@example.com')
    for (const minutes of [1, 2, 5, 15, 30, 60, 120, 240, 360]) {
      expect(await worker.runOnce()).toBe(1)
      expect(await worker.runOnce()).toBe(0)
      clock.advance(minutes * minute - 2000)
      expect(await worker.runOnce()).toBe(0)
      clock.advance(3000)
    }
    expect((await left())[0].attempts).toBe(9)
    expect(await worker.runOnce()).toBe(1)
    expect(await left()).toEqual([])
    expect(received).toEqual([])
  })

  test('a letter that failed goes out once the server takes it', async () => {
    refusing = true
    await write('ada@example.com')
    await worker.runOnce()
    refusing = false
    clock.advance(minute + 1000)
    await worker.runOnce()
    expect(received).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  test('many workers on one database send every letter once', async () => {
    for (let n = 0; n < 40; n++) await write(`reader${n}@example.com`)
    const workers = Array.from({ length: 8 }, newWorker)
    await Promise.all(Array.from({ length: 8 }, () => database.pool.query('select 1')))
    await Promise.all(workers.map((one) => one.runOnce()))
    expect(received.map((letter) => letter.to[0]).toSorted()).toEqual(
      Array.from({ length: 40 }, (_, n) => `reader${n}@example.com`).toSorted(),
    )
    for (const one of workers) await one.stop()
  })

  test('what a worker held when it died is taken over after the lease', async () => {
    await write('ada@example.com')
    await database.pool.query(`update mails set attempts = 1, next_attempt_at = $1`, [new Date(clock.now() + 120_000).toISOString()])
    expect(await worker.runOnce()).toBe(0)
    clock.advance(121_000)
    expect(await worker.runOnce()).toBe(1)
    expect(received).toHaveLength(1)
  })

  test('started, it finds what is written; stopped, it sends no more', async () => {
    worker.start()
    for (let n = 0; n < 12; n++) await write(`reader${n}@example.com`)
    clock.advance(5_000)
    await until(() => received.length === 12)
    await worker.stop()
    await write('late@example.com')
    clock.advance(60_000)
    expect(await left()).toHaveLength(1)
    expect(received).toHaveLength(12)
  })
})
