import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { pullRequestEvent } from './fixture/payloads.ts'
import { secret, startWorld, type World } from './fixture/world.ts'

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
  await world.integration().keep({ webhookSecret: secret })
  await world.restart({ GITHUB_WEBHOOK_SECRET: '' })
})
afterAll(() => world.stop())

scenario(
  'a wrong, missing, re-signed, re-serialised or other tenant’s delivery is refused, and changes nothing',
  ['integration.inbound.github-signature', 'integration.inbound.before-mutation'],
  async () => {
    const [one, bare] = [await world.card(), await world.card('A card', world.boards[1])]
    const payload = pullRequestEvent('opened', { number: 1, title: `${one.key} ${bare.key}` })
    const body = JSON.stringify(payload)
    const mac = (algorithm: string, text: string, key = secret) => createHmac(algorithm, key).update(text).digest('hex')
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

test('a delivery that someone repeats under another id changes nothing, at once or after a restart: what is signed is its body', async () => {
  const card = await world.card()
  const payload = pullRequestEvent('opened', { number: 2, title: card.key })
  expect(await world.hear('pull_request', payload)).toBe(200)
  expect(await world.hear('pull_request', payload)).toBe(200)
  await world.restart()
  for (const again of [payload, payload]) expect(await world.hear('pull_request', again)).toBe(200)
  expect(await world.verbs(card.id)).toEqual(['vcs.pr_opened', 'card.linked'])
  // The same at another moment is another event.
  await world.hear('pull_request', pullRequestEvent('reopened', { number: 2, title: card.key }))
  expect(await world.verbs(card.id)).toEqual(['vcs.pr_opened', 'card.linked', 'vcs.pr_opened'])
})

test('a webhook that sends a form is read as one that sends JSON; a body that is neither is refused, and no id is none', async () => {
  const card = await world.card()
  const json = JSON.stringify(pullRequestEvent('opened', { number: 3, title: card.key }))
  const send = async (body: string, headers: Record<string, string>) => {
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return (await fetch(world.inbound().url, { method: 'POST', headers: { 'x-hub-signature-256': signature, ...headers }, body })).status
  }
  const named = { 'x-github-event': 'pull_request', 'x-github-delivery': crypto.randomUUID() }
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send('no json', named)).toBe(400)
  expect(await send('payload=no+json', { ...named, ...asForm })).toBe(400)
  expect(await send('{"action": "opened"}', named)).toBe(400)
  expect(await send(json, { 'x-github-event': 'pull_request' })).toBe(400)
  expect(await send(new URLSearchParams({ payload: json }).toString(), { ...named, ...asForm })).toBe(200)
  await world.idle()
  expect(await world.verbs(card.id)).toEqual(['vcs.pr_opened', 'card.linked'])
})
