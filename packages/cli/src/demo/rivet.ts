import assert from 'node:assert/strict'
import { type Client, createClient } from '@tandem/client'
import { type OutputOf, plainScopes } from '@tandem/contract'
import { type AgentProcess, startAgent } from './agent-process.ts'
import type { Stage } from './stage.ts'
import type { Transcript } from './transcript.ts'

/** Creates the agent Rivet, starts it, and removes it. */
type Board = OutputOf<'board.create'>
type Actor = OutputOf<'agent.create'>
type Account = { agent: Actor; token: string }

export async function createAgent({ claim }: Transcript, ada: Client, board: Board): Promise<Actor> {
  return claim(
    'Ada',
    ({ handle }: Actor) => `creates the agent Rivet (@${handle}), a member of the board`,
    async () => {
      const agent = await ada.call('agent.create', { name: 'Rivet' })
      const me = await ada.call('me.get')
      assert.partialDeepStrictEqual(agent, { kind: 'agent', ownerActorId: me.id, capabilities: { delegatable: true } })
      await ada.call('member.add', { boardId: board.id, actorId: agent.id, role: 'member' })
      const members = await ada.call('member.list', { boardId: board.id })
      assert.deepEqual(members.find(({ actorId }) => actorId === agent.id)?.role, 'member')
      return agent
    },
  )
}

/** The fewest scopes with which the agent can work. */
const agentScopes = ['cards:write', 'sessions:write', 'webhooks:write']

export async function mintToken(
  { claim }: Transcript,
  ada: Client,
  { url, board, agent }: { url: string; board: Board; agent: Actor },
): Promise<string> {
  const scopes = [...agentScopes, `board:${board.id}`]
  const token = await claim('Ada', 'gives it a token that is limited to this board', async () => {
    const { token } = await ada.call('token.create', { label: 'Rivet in the demo', actorId: agent.id, scopes })
    assert.match(token ?? '', /^kbt_/)
    const { id, auth } = await createClient({ url, token: token ?? '' }).call('me.get')
    assert.deepEqual([id, auth.boardId, auth.scopes?.toSorted()], [agent.id, board.id, scopes.toSorted()])
    return token ?? ''
  })
  await claim('service', 'does not let that token create a board, an admin or a token: 403', async () => {
    const rivet = createClient({ url, token })
    const attempts = [
      () => rivet.call('board.create', { name: 'A way out' }),
      () => rivet.call('member.update', { boardId: board.id, actorId: agent.id, role: 'admin' }),
      () => rivet.call('token.create', { label: 'More', scopes: [...plainScopes] }),
    ]
    for (const attempt of attempts) await assert.rejects(attempt, { code: 'forbidden' })
  })
  return token
}

export async function startRivet(
  { url, transcript: { claim }, onTrouble, onProcess }: Stage,
  { agent, token }: Account,
): Promise<AgentProcess> {
  const rivet = await claim(
    'Rivet',
    ({ pid }: AgentProcess) => `runs as a separate process, ${pid}`,
    () => {
      const started = startAgent(url, token, onTrouble)
      onProcess(started)
      assert.notEqual(started.pid, process.pid)
      process.kill(started.pid, 0)
      return started
    },
  )
  const hook = await claim(
    'Rivet',
    (hook: string) => `subscribes ${hook} to its sessions`,
    async () => {
      const { url: hook, webhookId } = await rivet.reported('subscribe')
      const subscriptions = await createClient({ url, token }).call('actorWebhook.list', { actorId: agent.id })
      assert.deepEqual(
        subscriptions.map(({ id, url, events, boardId, active }) => ({ id, url, events, boardId, active })),
        [{ id: webhookId, url: hook, events: ['agent_session.*'], boardId: null, active: true }],
      )
      return hook
    },
  )
  await claim('Rivet', 'rejects a delivery that the service did not sign: 401', async () => {
    const headers = {
      'x-signature': `v2=${'0'.repeat(64)}`,
      'x-kanban-delivery-id': crypto.randomUUID(),
      'x-kanban-timestamp': String(Math.floor(Date.now() / 1000)),
    }
    const { status } = await fetch(hook, { method: 'POST', headers, body: '{"verb":"agent_session.created"}' })
    assert.equal(status, 401)
  })
  return rivet
}

export async function leave({ url, transcript: { claim } }: Stage, { agent, token }: Account, rivet: AgentProcess): Promise<void> {
  await claim('Rivet', 'unsubscribes, and its process ends with exit code 0', async () => {
    await rivet.end()
    assert.equal(await rivet.ended, 0)
    assert.deepEqual(await createClient({ url, token }).call('actorWebhook.list', { actorId: agent.id }), [])
  })
}
