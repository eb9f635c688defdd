import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { webhookReceiver } from '@tandem/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Received, startReceiver } from '../../server/test/webhooks/fixture/receiver.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

const secret = 'whsec_0123456789abcdefghijklmnopqrstuv'
let machine: Machine

beforeAll(async () => {
  machine = await createMachine({ TANDEM_WEBHOOK_SECRET: secret })
})
afterAll(() => machine?.remove())

type Bot = (delivery: Received) => number | Promise<number> | null

/** Plays the kit against a receiver that answers what `bot` says; null = never. */
async function play(bot: Bot, ...more: string[]) {
  const receiver = await startReceiver((response: ServerResponse, received) => {
    void Promise.resolve(bot(received)).then((status) => status !== null && response.writeHead(status).end())
  })
  onTestFinished(() => receiver.stop())
  const ended = await machine.run(['conformance', 'webhook', receiver.url, ...more])
  return { ...ended, received: receiver.received }
}

async function outcomes(bot: Bot, ...more: string[]): Promise<Record<'passed' | 'failed' | 'skipped', string[]>> {
  const { json } = await play(bot, '--json', ...more)
  const of = (result: string) => json.checks.filter((check: any) => check.result === result).map(({ id }: { id: string }) => id)
  expect([json.passed, json.failed, json.skipped]).toEqual(['passed', 'failed', 'skipped'].map((result) => of(result).length))
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

function right(): Bot {
  const receive = webhookReceiver({ secret, take: () => {} })
  return async ({ headers, rawBody }) => (await receive({ headers, rawBody })).status
}

type As = { id?: unknown; at?: unknown; body?: string }

/** It verifies the signatures alone, over what it takes for id, time and body. */
function isSigned({ headers, rawBody }: Received, { id, at, body }: As = {}): boolean {
  const time = at ?? headers['x-kanban-timestamp']
  const signed = `v2.${id ?? headers['x-kanban-delivery-id']}.${time}.${body ?? rawBody.toString()}`
  const signature = `v2=${createHmac('sha256', secret).update(signed).digest('hex')}`
  return [headers['x-signature'], headers['x-signature-previous']].includes(signature)
}

/** A right receiver, but for deliveries of a kind. */
function unless(isOdd: (delivery: Received) => boolean, status: number | null): Bot {
  const receive = right()
  return (delivery) => (isOdd(delivery) ? status : receive(delivery))
}

test('a receiver that is made of the client passes each check that its answers show', {
  meta: { proves: ['cli.conformance.webhook'] },
}, async () => {
  const { code, stdout, received } = await play(right())
  expect(stdout).not.toContain('FAIL')
  expect(code).toBe(0)
  expect(stdout).toMatch(/skip {2}acts-once: acts once on a delivery that is sent twice\n +its answers do not show it\. Check that/)
  expect(stdout).toMatch(/\n22 checks passed, 0 failed, 1 skipped: http/)
  expect(received.length).toBeGreaterThan(22)
})

test('the document has what was expected, what was seen and what to read', { meta: { proves: ['cli.conformance.webhook'] } }, async () => {
  const { code, json } = await play(({ body }) => (body.verb === 'ping' ? 500 : 204), '--only', 'ping', '--json')
  expect(code).toBe(1)
  expect(json).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
  expect(json.target).toMatch(/^http:/)
  expect(json.checks.map(({ id }: { id: string }) => id)).toEqual(['signed', 'ping'])
  expect(json.checks[1]).toEqual({
    id: 'ping',
    title: 'accepts a test delivery',
    docs: 'docs/webhooks.md#the-log-of-deliveries-and-sending-again',
    result: 'failed',
    expected: '2xx within 15 s',
    seen: 'it answered 500',
  })
})

const unsigned = ['other-secret', 'no-signature', 'no-timestamp', 'no-id', 'body-changed', 'id-changed', 'time-changed', 'old', 'ahead']
const forged = [...unsigned, 'id-with-dot', 'scheme']

const wrong: Record<string, { failed: string[]; args?: string[]; bot: () => Bot }> = {
  'verifies nothing': { failed: forged, bot: () => () => 204 },
  'looks at no clock and takes any id': { failed: ['old', 'ahead', 'id-with-dot'], bot: () => (one) => (isSigned(one) ? 204 : 401) },
  'leaves the id out of what is signed': {
    failed: ['signed'],
    bot: () => (one) => (isSigned(one, { id: '' }) ? 204 : 401),
  },
  'verifies JSON that it has written again': {
    failed: ['bytes'],
    bot: () => unless((one) => !isSigned(one, { body: JSON.stringify(one.body) }), 401),
  },
  'answers a repeat with 409': {
    failed: ['repeated'],
    bot: () => {
      const seen = new Set<unknown>()
      return unless(({ headers }) => seen.size === seen.add(headers['x-kanban-delivery-id']).size, 409)
    },
  },
  'fails at a verb that it does not know': {
    failed: ['unknown-verb'],
    bot: () => unless(({ body }) => body.verb === 'conformance.unknown', 500),
  },
  'fails at keys that it does not know': { failed: ['unknown-keys'], bot: () => unless(({ body }) => 'conformance' in body, 400) },
  'fails at a trial': { failed: ['ping'], bot: () => unless(({ body }) => body.cardId === null, 500) },
  'never answers a trial': { failed: ['ping'], args: ['--timeout', '5'], bot: () => unless(({ body }) => body.cardId === null, null) },
  'takes small bodies alone': { failed: ['large'], bot: () => unless(({ rawBody }) => rawBody.length > 65_536, 413) },
  'refuses what has two signatures': {
    failed: ['rotated', 'previous'],
    bot: () => unless(({ headers }) => 'x-signature-previous' in headers, 401),
  },
  'has what is forged tried again': {
    failed: forged,
    bot: () => {
      const receive = right()
      return async (one) => ((await receive(one)) === 204 ? 204 : 500)
    },
  },
}

test.each(Object.entries(wrong))(
  'a receiver that %s fails just that',
  { meta: { proves: ['cli.conformance.webhook'] } },
  async (_, { failed, args = [], bot }) => {
    expect((await outcomes(bot(), ...args)).failed).toEqual(failed)
  },
)

test('where a right delivery is refused nothing else is tried', async () => {
  const { code, stdout, received } = await play(() => 401)
  expect(code).toBe(1)
  expect(received).toHaveLength(1)
  expect(stdout).toMatch(
    /FAIL {2}signed: .*\n +expected +2xx within 15 s\n +seen +it answered 401\n +read +docs\/webhooks\.md#what-arrives\n/,
  )
  expect(stdout).toContain('signed must pass first.')
})

test('without a receiver, its secret or a known check nothing is played', async () => {
  const run = (args: string[], environment?: Record<string, string>) =>
    machine.run(['conformance', 'webhook', ...args], environment ? { environment } : {})
  const gone = await startReceiver()
  await gone.stop()
  expect(await run([gone.url])).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('cannot be reached') })
  expect(await run([gone.url], { TANDEM_WEBHOOK_SECRET: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('TANDEM_WEBHOOK_SECRET'),
  })
  expect(await run(['ftp://127.0.0.1/'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Give a URL') })
  expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining('Add the URL of the receiver') })
  expect(await run([gone.url, '--only', 'nothing'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--list') })
  const { json } = await run(['--list', '--json'])
  expect(json[0]).toEqual({ id: 'signed', title: 'accepts a signed delivery', docs: 'docs/webhooks.md#what-arrives' })
})
