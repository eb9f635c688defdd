import { type Client, createClient } from '@tandem/client'
import { connect } from '../../../../packages/server/test/kit/oauth.ts'
import { password } from '../../../../packages/server/test/kit/service.ts'

/** The entities that the dialogs need. */
export type Made = {
  boardId: string
  key: string
  archivedKey: string
  viewId: string
  webhookId: string
  integrationId: string
  agentId: string
  /** The handle of an agent that another person owns. */
  lentHandle: string
}
type Given = { url: string; cookie: string; mia: Client; boardId: string; agentId: string }

/** Creates what the dialogs need on a board of Ada that Mia is a member of. `cookie` is Ada's. */
export async function makeForDialogs({ url, cookie, mia, boardId, agentId }: Given): Promise<Made> {
  const ada = createClient({ url, cookie })
  const listId = (await ada.call('board.tree', { boardId })).lists[0]?.id ?? ''
  const one = await ada.call('card.create', { listId, title: 'Paint it', description: 'Blue', dueAt: new Date().toISOString() })
  const old = await ada.call('card.create', { listId, title: 'Old' })
  await ada.call('card.update', { cardId: one.id, description: 'Red' })
  await ada.call('card.update', { cardId: old.id, archived: true })
  await ada.call('comment.create', { cardId: one.id, body: 'Said' })
  await ada.call('label.create', { boardId, name: 'Bug', color: 'red' })
  await ada.call('field.create', { boardId, name: 'Stage', type: 'select', options: ['One', 'Two'] })
  await ada.call('token.create', { label: 'Laptop', scopes: ['boards:read'] })
  const view = await ada.call('view.create', { boardId, name: 'Urgent', query: {}, layout: 'board' })
  const trigger = { schedule: { cron: '0 9 * * 1', timezone: 'UTC' } }
  await ada.call('rule.create', { boardId, name: 'Weekly', trigger, actions: [{ type: 'create_card', listId, title: 'Weekly' }] })
  const { webhook: hook } = await ada.call('webhook.create', { boardId, url: `${url}/hook`, events: ['card.*'] })
  const { integration } = await ada.call('integration.install', { boardId, type: 'github', inboundUrl: 'http://127.0.0.1:1025/' })
  await ada.call('member.add', { boardId, email: 'lin@example.com', role: 'member' })
  const { handle: lentHandle } = await mia.call('agent.create', { name: 'Lent' })
  if ((await ada.call('oauth.client.list')).length === 0) await connect(url, cookie, { boardIds: [boardId] })
  const { email } = await ada.call('me.get')
  if ((await ada.call('webSession.list')).length === 1) await createClient({ url }).call('auth.login', { email: email ?? '', password })
  const ids = { viewId: view.id, webhookId: hook.id, integrationId: integration.id, agentId, lentHandle }
  return { boardId, key: one.key, archivedKey: old.key, ...ids }
}
