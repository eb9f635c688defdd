import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createSeal } from '../../src/seal.ts'
import { reportUnreadable } from '../../src/sealed-secrets.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** The log lines of a start with the keys of that start. */
const [older, newer] = [randomBytes(32), randomBytes(32)]
let tandem: TestService
let ada: Person
let board = ''
const lines: { msg: string; level: number }[] = []

beforeAll(async () => {
  tandem = await startTestService({ environment: { INTEGRATION_SECRET_KEY: older.toString('hex') } })
  ada = await tandem.register('Ada')
  board = (await ada.post('/api/boards', { name: 'Engine' })).body.id
})
afterAll(() => tandem?.stop())
beforeEach(() => void lines.splice(0))

async function told(keys: readonly Buffer[]): Promise<number | undefined> {
  const metrics = createMetrics()
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const client = new pg.Client(tandem.address)
  await client.connect()
  try {
    await reportUnreadable(client, keys, { log, metrics })
  } finally {
    await client.end()
  }
  return Number(/^tandem_secrets_unreadable (\d+)$/m.exec(await metrics.text())?.[1])
}

test('the start logs secrets that no key of the list opens, by key and number, and leaves out unused ones', async () => {
  expect(await told([newer])).toBe(0)
  const hook = await ada.post(`/api/boards/${board}/webhooks`, { url: 'https://example.com/hook', events: ['*'] })
  expect(hook.status).toBe(201)
  const installed = await ada.post(`/api/boards/${board}/integrations`, { type: 'github', inboundUrl: 'https://example.com/in' })
  expect(installed.status, installed.text).toBe(201)
  const { id } = installed.body.integration
  expect((await ada.put(`/api/boards/${board}/integrations/${id}/secrets`, { apiKey: 'hush' })).status).toBe(204)
  expect(await told([older])).toBe(0)
  expect(await told([newer, older])).toBe(0)
  expect(lines).toEqual([])

  // The webhook, that of the integration, and the integration's secret.
  expect(await told([newer])).toBe(3)
  expect(lines).toMatchObject([{ level: 50, keyId: expect.stringMatching(/^[0-9a-f]{8}$/), webhooks: 2, integrationSecrets: 1 }])
  expect(lines[0]?.msg).toMatch(/INTEGRATION_SECRET_KEY lacks the key [0-9a-f]{8}/)
  expect(JSON.stringify(lines)).not.toContain(older.toString('hex'))

  expect((await ada.delete(`/api/boards/${board}/integrations/${id}`)).status).toBe(204)
  expect((await ada.delete(`/api/boards/${board}/webhooks/${hook.body.webhook.id}`)).status).toBe(204)
  expect(await told([newer])).toBe(0)
})

test('what an instance signs is valid for one purpose and one text, and stays valid when another key comes first', () => {
  const [old, recent, text] = [randomBytes(32), randomBytes(32), Buffer.from('text')]
  const signature = createSeal([old]).sign(text, 'reply')
  expect(signature).toHaveLength(16)
  const rotated = createSeal([recent, old])
  expect(rotated.hasSigned(text, 'reply', signature)).toBe(true)
  const valid = [
    rotated.hasSigned(text, 'answer', signature),
    rotated.hasSigned(Buffer.from('texts'), 'reply', signature),
    rotated.hasSigned(text, 'reply', signature.subarray(1)),
    rotated.hasSigned(text, 'reply', Buffer.alloc(0)),
    createSeal([recent]).hasSigned(text, 'reply', signature),
  ]
  expect(valid).toEqual(valid.map(() => false))
})
