import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { pullRequestEvent } from './fixture/payloads.ts'
import { startWorld, type World } from './fixture/world.ts'

/** F55 (T19) for GitHub: `X-Hub-Signature-256` over the raw body, and nothing without it. Specification: service §6. */
let world: World
beforeAll(async () => {
  const repository = 'Codertocat/Hello-World'
  world = await startWorld({
    boards: [
      { name: 'one', keyPrefix: 'ENG', repository },
      { name: 'bare', keyPrefix: 'OPS', repository },
    ],
  })
  const [one] = world.boards
  await world.ada.put(`/api/boards/${one?.boardId}/integrations/${one?.integrationId}/secrets`, { webhookSecret: world.secret })
  await world.restart({ GITHUB_WEBHOOK_SECRET: '' })
})
afterAll(() => world.stop())

scenario(
  'a wrong, missing, re-signed, re-serialised or other tenant’s delivery is refused, and changes nothing',
  ['integration.inbound.github-signature', 'integration.inbound.before-mutation'],
  async () => {
    const [one, bare] = [await world.card(world.boards[0]!), await world.card(world.boards[1]!)]
    const payload = pullRequestEvent('opened', { number: 1, title: `${one.key} ${bare.key}` })
    const body = JSON.stringify(payload)
    const mac = (algorithm: string, text: string, secret = world.secret) => createHmac(algorithm, secret).update(text).digest('hex')
    const right = `sha256=${mac('sha256', body)}`
    const send = async (signature: Record<string, string>, sent = body, path = '') => {
      const headers = { 'x-github-event': 'pull_request', 'x-github-delivery': crypto.randomUUID(), ...signature }
      return (await fetch(`${world.inbound().url}${path}`, { method: 'POST', headers, body: sent })).status
    }
    const signed = (value: string) => ({ 'x-hub-signature-256': value })

    expect(await send({})).toBe(401)
    expect(await send(signed(''))).toBe(401)
    expect(await send(signed(right.toUpperCase()))).toBe(401)
    expect(await send(signed(right.slice(0, -2)))).toBe(401)
    expect(await send(signed(right.slice('sha256='.length)))).toBe(401)
    expect(await send({ 'x-hub-signature': `sha1=${mac('sha1', body)}` })).toBe(401)
    expect(await send(signed(`sha256=${mac('sha256', body, 'guessed')}`))).toBe(401)
    expect(await send(signed(`sha256=${mac('sha256', body, '')}`))).toBe(401)
    expect(await send(signed(right), JSON.stringify(payload, null, 1))).toBe(401)
    expect(await send(signed(right), `${body}\n`)).toBe(401)
    // No secret is stored for this one.
    expect(await send(signed(right), body, '/bare')).toBe(401)
    expect(await send(signed(`sha256=${mac('sha256', body, '')}`), body, '/bare')).toBe(401)
    await world.idle()
    expect([await world.verbs(one.id), await world.verbs(bare.id)]).toEqual([[], []])

    expect(await send(signed(right))).toBe(200)
    await world.idle()
    expect([await world.verbs(one.id), await world.verbs(bare.id)]).toEqual([['vcs.pr_opened', 'card.linked'], []])
  },
)
