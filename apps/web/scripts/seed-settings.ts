import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from '@tandem/client'
import { authorizeUrl, pkce, registerProgram } from '../../../packages/server/test/kit/oauth.ts'

/** Settings of a board and of a person with typical content, for screenshots. */
export type SeededSettings = {
  ruleId: string
  webhookId: string
  integrationId: string
  importedBoardId: string
  consentUrl: string
  inviteToken: string
}

type Given = { url: string; ada: Client; boardId: string; askingId: string }

export async function seedSettings({ url, ada, boardId, askingId }: Given): Promise<SeededSettings> {
  const lists = (await ada.call('board.tree', { boardId })).lists
  const last = lists.at(-1)?.id ?? ''
  await seedFields(ada, boardId, askingId)
  const ruleId = await seedRules(ada, boardId, last)
  const webhookId = await seedWebhooks(ada, boardId)
  const config = { channels: [{ channelId: 'C024BE91L', listId: lists[0]?.id ?? '' }] }
  const { integration } = await ada.call('integration.install', { boardId, type: 'slack', inboundUrl: `${url}/plugins/slack`, config })
  await ada.call('integration.secrets.put', { boardId, integrationId: integration.id, botToken: 'xoxb-of-the-pictures' })
  await ada.call('view.create', { boardId, name: 'Pressing', query: { priority: ['high', 'urgent'] }, shared: true })
  const invited = await ada.call('member.add', { boardId, email: 'katherine@example.com', role: 'member' })
  await ada.call('token.create', { label: 'Nightly report', scopes: ['boards:read', `board:${boardId}`] })
  await tokenTree(ada, url)
  const importedBoardId = await seedPast(ada, boardId)
  const clientId = String((await registerProgram(url, { client_name: 'Editor of code' })).body.client_id)
  return {
    ruleId,
    webhookId,
    integrationId: integration.id,
    importedBoardId,
    consentUrl: authorizeUrl(url, { clientId, challenge: pkce().challenge, more: { scope: 'boards:read cards:write sessions:write' } }),
    inviteToken: 'inviteUrl' in invited ? (invited.inviteUrl?.split('/invite/')[1] ?? '') : '',
  }
}

async function seedFields(ada: Client, boardId: string, cardId: string): Promise<void> {
  const points = await ada.call('field.create', { boardId, name: 'Sprint', type: 'number' })
  await ada.call('field.create', { boardId, name: 'Component', type: 'select', options: ['Checkout', 'Ledger', 'Payouts'] })
  await ada.call('field.create', { boardId, name: 'Runbook', type: 'url' })
  await ada.call('card.field.set', { cardId, fieldId: points.id, value: 5 })
  const notes = new File(['retries,seen\n1,812\n2,97\n3,14\n'], 'retries.csv', { type: 'text/csv' })
  await ada.call('attachment.add', { cardId, file: notes })
  await ada.call('attachment.add', { cardId, url: 'https://example.com/idempotency', name: 'How others do it' })
}

/** One that has run, was skipped, and one by the clock. */
async function seedRules(ada: Client, boardId: string, listId: string): Promise<string> {
  const rule = await ada.call('rule.create', {
    boardId,
    name: 'Complete cards moved to Done',
    trigger: { verb: 'card.moved', filters: { toListId: listId } },
    conditions: [{ field: 'title', op: 'contains', value: 'ledger' }],
    actions: [{ type: 'complete_card' }, { type: 'add_comment', body: 'Done: {{card.key}}' }],
  })
  await ada.call('rule.create', {
    boardId,
    name: 'Plan the week',
    trigger: { schedule: { cron: '0 9 * * 1', timezone: 'Europe/Berlin' } },
    actions: [{ type: 'create_card', listId, title: 'Plan the week' }],
  })
  for (const title of ['Close the ledger of May', 'Buy stamps']) {
    const card = await ada.call('card.create', { listId: (await ada.call('board.tree', { boardId })).lists[0]?.id ?? '', title })
    await ada.call('card.update', { cardId: card.id, listId })
  }
  await until(async () => (await ada.call('rule.runs', { ruleId: rule.id })).length === 2)
  await ada.call('rule.update', { ruleId: rule.id, enabled: false })
  return rule.id
}

/** One that takes what comes, and one that does not. */
async function seedWebhooks(ada: Client, boardId: string): Promise<string> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(request.url === '/broken' ? 500 : 204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiver.unref()
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const { webhook } = await ada.call('webhook.create', { boardId, url: `${at}/tandem`, events: ['card.*', 'comment.added'] })
  const { webhook: broken } = await ada.call('webhook.create', { boardId, url: `${at}/broken`, events: ['*'] })
  for (const webhookId of [webhook.id, broken.id]) await ada.call('webhook.ping', { boardId, webhookId })
  await until(async () =>
    (await ada.call('webhook.deliveries', { boardId, webhookId: webhook.id })).some((one) => one.status === 'delivered'),
  )
  await ada.call('webhook.update', { boardId, webhookId: broken.id, active: false })
  return webhook.id
}

/** An imported board, an archived one, and the list of parts that an import left out. */
async function seedPast(ada: Client, boardId: string): Promise<string> {
  const file = new File([JSON.stringify(await ada.call('board.export', { boardId }))], 'payments.json', { type: 'application/json' })
  const { importId } = await ada.call('board.import', { file, name: 'Payments, as it was' })
  await until(async () => (await ada.call('import.get', { importId })).state === 'done')
  const old = await ada.call('board.create', { name: 'Relaunch 2023', template: 'kanban' })
  await ada.call('board.update', { boardId: old.id, archived: true })
  const tree = await ada.call('board.tree', { boardId })
  const card = await ada.call('card.create', { listId: tree.lists[0]?.id ?? '', title: 'Faxes of chargebacks' })
  await ada.call('card.update', { cardId: card.id, archived: true })
  return (await ada.call('import.get', { importId })).boardId ?? ''
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`it never came to be: ${holds.toString()}`)
}

/** A token that has created others, which cannot create any. */
async function tokenTree(ada: Client, url: string): Promise<void> {
  const scopes = ['boards:read', 'cards:write', 'comments:write']
  const { token } = await ada.call('token.create', { label: 'Release pipeline', scopes: [...scopes, 'tokens:write'] })
  const pipeline = createClient({ url, token: token ?? '' })
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await pipeline.call('token.create', { label: 'Staging deploys of the payments platform', scopes, expiresAt })
  const { token: tests } = await pipeline.call('token.create', { label: 'Smoke tests', scopes: ['boards:read'] })
  await createClient({ url, token: tests ?? '' }).call('me.get')
}
