import { TandemError } from '@tandem/contract'
import { describe, expect, test } from 'vitest'
import { cannedClient, ok, refusal } from './fixture/canned.ts'

const listId = '019f0000-0000-7000-8000-000000000002'
const broken = new TypeError('fetch failed')

describe('what passes is tried again, and applied once', () => {
  const passing = {
    'a network failure': broken,
    'a 503': refusal(503, 'unavailable'),
    'a 503 of a proxy': new Response('<h1>down</h1>', { status: 503 }),
    'a 504 of a proxy': new Response('', { status: 504 }),
    'a 429': refusal(429, 'rate_limited'),
    'a 409 with Retry-After': refusal(409, 'conflict', { retryAfter: '1' }),
  }

  test.each(Object.entries(passing))(
    'after %s the mutation is sent again with the same clientMutationId',
    { meta: { proves: ['client.retry.once'] } },
    async (_, failure) => {
      const { client, sent } = cannedClient([failure, failure, ok({ id: 'made' })])
      expect(await client.call('card.create', { listId, title: 'A card' })).toEqual({ id: 'made' })
      const ids = sent.map(({ body }) => (body as { clientMutationId: string }).clientMutationId)
      expect(ids).toHaveLength(3)
      expect(new Set(ids).size).toBe(1)
    },
  )

  test('an answer that breaks off half way counts as none', async () => {
    const torn = new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":'))
          controller.error(new TypeError('terminated'))
        },
      }),
    )
    const { client, sent } = cannedClient([torn, ok([])])
    await client.call('board.list')
    expect(sent).toHaveLength(2)
  })
})

describe('what does not pass is thrown at once', () => {
  const lasting = [refusal(400, 'validation'), refusal(403, 'forbidden'), refusal(409, 'conflict'), refusal(500, 'internal')]

  test.each(lasting.map((response) => [response.status, response] as const))('%i', async (status, response) => {
    const { client, sent } = cannedClient([response])
    await expect(client.call('card.create', { listId, title: 'A card' })).rejects.toMatchObject({ status })
    expect(sent).toHaveLength(1)
  })

  test('signing in and registering are sent again only when nothing was changed: no caller holds their ids', async () => {
    const account = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
    const cut = cannedClient([broken, ok({})])
    await expect(cut.client.call('auth.register', account)).rejects.toMatchObject({ code: 'unavailable' })
    expect(cut.sent).toHaveLength(1)
    for (const passing of [refusal(429, 'rate_limited', { retryAfter: '1' }), refusal(409, 'conflict', { retryAfter: '1' })]) {
      const { client, sent } = cannedClient([passing, ok({})])
      await client.call('auth.register', account)
      expect(sent).toHaveLength(2)
    }
  })
})

describe('waiting', () => {
  test('backs off by doubling up to a limit, with jitter, and gives up after the last attempt', async () => {
    const { client, waitsMs } = cannedClient([broken], { retry: { attempts: 7, firstDelayMs: 100, longestDelayMs: 1_000 } })
    const failure = await client.call('board.list').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TandemError)
    expect(failure).toMatchObject({ code: 'unavailable', cause: broken })
    expect(waitsMs).toEqual([50, 100, 200, 400, 500, 500])
  })

  test('never comes back before Retry-After, in seconds or as a date', async () => {
    const seconds = cannedClient([refusal(429, 'rate_limited', { retryAfter: '7' }), ok([])])
    await seconds.client.call('board.list')
    expect(seconds.waitsMs).toEqual([7_100])
    const [date, retryAfter] = ['Sat, 21 Nov 2026 09:30:00 GMT', 'Sat, 21 Nov 2026 09:30:03 GMT']
    const dated = cannedClient([refusal(503, 'unavailable', { retryAfter, date }), ok([])])
    await dated.client.call('board.list')
    expect(dated.waitsMs).toEqual([3_100])
  })

  test('a Retry-After beyond the longest is left to the caller, who learns of it', async () => {
    const { client, sent } = cannedClient([refusal(429, 'rate_limited', { retryAfter: '3600' })])
    await expect(client.call('board.list')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3_600 })
    expect(sent).toHaveLength(1)
  })

  test('ends with the signal, whose reason is thrown', async () => {
    const stop = new AbortController()
    const { client, sent } = cannedClient([broken], {
      retry: {
        wait: async () => {
          stop.abort(new Error('enough'))
          stop.signal.throwIfAborted()
        },
      },
    })
    await expect(client.call('board.list', {}, { signal: stop.signal })).rejects.toThrow('enough')
    expect(sent).toHaveLength(1)
  })
})

describe('refusals', () => {
  test('carry code, message, details and Retry-After of the envelope', async () => {
    const { client } = cannedClient([refusal(409, 'conflict', { details: { currentVersion: 4 } })])
    await expect(client.call('board.list')).rejects.toMatchObject({
      name: 'TandemError',
      code: 'conflict',
      status: 409,
      message: 'Because of the weather.',
      details: { currentVersion: 4 },
    })
  })

  test('of a kind that this client does not know yet have the code of their status', async () => {
    const { client } = cannedClient([refusal(403, 'too_cold')])
    await expect(client.call('board.list')).rejects.toMatchObject({ code: 'forbidden', message: 'Because of the weather.' })
  })

  test('that are no envelope, a redirect, and a page that is no JSON are errors too', async () => {
    const strangers = [
      new Response('<h1>404</h1>', { status: 404 }),
      Response.redirect('https://example.org/', 302),
      new Response('<html>'),
    ]
    const codes = await Promise.all(
      strangers.map((response) =>
        cannedClient([response])
          .client.call('board.list')
          .catch((error: TandemError) => error.code),
      ),
    )
    expect(codes).toEqual(['not_found', 'internal', 'internal'])
  })
})
