import { randomUUID } from 'node:crypto'
import { catalogue, type InputOf, type OperationName, type OperationSpec, operationNames } from '@tandem/contract'
import { insertIdentity } from '../../packages/server/src/domain/identities/identity.ts'
import { png } from '../../packages/server/test/attachments/files.ts'
import { connect } from '../../packages/server/test/kit/oauth.ts'
import { type Caller, call, type Refusal, type Success } from './call.ts'
import type { RequirementId } from './requirements.ts'
import { allowed } from './scenario.ts'
import { type Board, makeAgent, makeBoard, makePlugin, type Who, type World, as as whoOf } from './world.ts'

/** The place of an act: a board with a card in its first list. */
export type Stage = { world: World; board: Board; cardId: string }
type Act<N extends OperationName> = (stage: Stage) => Promise<{ input: InputOf<N>; by?: Who }>

const url = 'http://127.0.0.1:1025/'
const dot = () => new File([new Uint8Array(png(4, 4))], 'dot.png', { type: 'image/png' })
const newcomer = async ({ tandem }: World, email = `${randomUUID()}@example.com`) =>
  whoOf(tandem, await tandem.register('Newcomer', { email }))

const comment = async ({ world, cardId }: Stage) => (await allowed(world.ada, 'comment.create', { cardId, body: 'It drips.' })).id
const item = async ({ world, cardId }: Stage) => (await allowed(world.ada, 'checklist.add', { cardId, text: 'one' })).id
const session = async ({ world, cardId }: Stage) => (await allowed(world.robo, 'session.open', { cardId })).id
const label = async ({ world, board }: Stage) =>
  (await allowed(world.ada, 'label.create', { boardId: board.id, name: randomUUID(), color: 'red' })).id
const field = async ({ world, board }: Stage) =>
  (await allowed(world.ada, 'field.create', { boardId: board.id, name: randomUUID(), type: 'text' })).id
const sharedView = { name: 'Urgent', query: { priority: 'urgent' as const }, shared: true }
const view = async ({ world, board }: Stage) => (await allowed(world.ada, 'view.create', { boardId: board.id, ...sharedView })).id
const completes = { name: 'Urgent is done', trigger: { verb: 'card.archived' as const }, actions: [{ type: 'complete_card' as const }] }
const rule = async ({ world, board }: Stage) => (await allowed(world.ada, 'rule.create', { boardId: board.id, ...completes })).id
const webhook = async ({ world, board }: Stage) =>
  (await allowed(world.ada, 'webhook.create', { boardId: board.id, url, events: ['vcs.*'] })).webhook.id
const ownWebhook = async ({ world: { ada } }: Stage) =>
  (await allowed(ada, 'actorWebhook.create', { actorId: ada.actorId, url, events: ['agent_session.*'] })).webhook.id
const pull = { externalSystem: 'github', externalId: 'acme/engine#7', externalUrl: 'https://github.com/acme/engine/pull/7' }
const plugin = ({ world, board }: Stage) => makePlugin(world, board.id)
async function personLink(by: Who): Promise<{ id: string; token: string }> {
  const { id, url } = await allowed(by, 'personLink.create', { externalUserId: 'U1', displayName: 'Ada' })
  return { id, token: url?.split('/connect/')[1] ?? '' }
}
/** A browser that has subscribed, as in the example of RFC 8291. */
const subscriptionWith = (publicKey: string) => ({
  endpoint: `${url}${randomUUID()}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  publicKey,
})
async function pushDevice({ world }: Stage) {
  const by = await newcomer(world)
  const { publicKey } = await allowed(by, 'pushDevice.list', {})
  const { id: pushDeviceId } = await allowed(by, 'pushDevice.add', subscriptionWith(publicKey ?? ''))
  return { by, input: { pushDeviceId } }
}
/** A person who already has an account and finds the invitation there. */
async function invitedAgain(stage: Stage) {
  const email = `${randomUUID()}@example.com`
  const by = await newcomer(stage.world, email)
  return { by, input: { invitationId: (await invitation(stage, email)).id } }
}
async function agentRequest({ world }: Stage): Promise<{ agentActorId: string; requestId: string }> {
  const { id: boardId } = await allowed(world.mia, 'board.create', { name: 'Hers' })
  const { actorId: agentActorId } = await makeAgent(world, 'Wanted', [])
  const answer = await allowed(world.mia, 'member.add', { boardId, actorId: agentActorId, role: 'member' })
  return { agentActorId, requestId: 'requestId' in answer ? answer.requestId : '' }
}
async function invitation({ world, board }: Stage, email = `${randomUUID()}@example.com`): Promise<{ token: string; id: string }> {
  const answer = await allowed(world.ada, 'member.add', { boardId: board.id, email, role: 'viewer' })
  const listed = await allowed(world.ada, 'invitation.list', { boardId: board.id })
  const id = listed.find((one) => one.email === email)?.id ?? ''
  return { token: 'inviteUrl' in answer ? (answer.inviteUrl?.split('/invite/')[1] ?? '') : '', id }
}

/** No provider takes part: the result of connecting is inserted into the database. */
async function connectElsewhere({ database, clock }: World['tandem'], actorId: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date(clock.now()).toISOString()]
  const name = { issuer: 'https://accounts.example.com', subject: randomUUID(), email: 'mia@example.com' }
  await database.rows(insertIdentity({ ...name, id, actorId, createdAt: now, lastUsedAt: now }))
  return id
}

/**
 * One call of each mutation that succeeds and changes something, by Ada unless another caller is named. Mutations without a signed-in
 * actor are left out: register, login, forgot, reset, the answer by a link.
 */
const acts: { [N in OperationName]?: Act<N> } = {
  'board.create': async () => ({ input: { name: 'Another', template: 'kanban' } }),
  'board.update': async ({ board }) => ({ input: { boardId: board.id, name: 'Changed' } }),
  async 'board.delete'({ world, board }) {
    await allowed(world.ada, 'board.update', { boardId: board.id, archived: true })
    return { input: { boardId: board.id, name: 'Engine' } }
  },
  'board.copy': async ({ board }) => ({ input: { boardId: board.id, withCards: true } }),
  'board.import': async () => ({ input: { file: new File(['title\nOne\n'], 'cards.csv') } }),
  'list.create': async ({ board }) => ({ input: { boardId: board.id, name: 'New' } }),
  'list.update': async ({ board }) => ({ input: { listId: board.lists[0] ?? '', name: 'Changed' } }),
  'card.create': async ({ board }) => ({ input: { listId: board.lists[0] ?? '', title: 'New' } }),
  'card.update': async ({ cardId }) => ({ input: { cardId, title: 'Changed' } }),
  'card.copy': async ({ cardId }) => ({ input: { cardId } }),
  async 'card.delete'({ world, cardId }) {
    await allowed(world.ada, 'card.update', { cardId, archived: true })
    return { input: { cardId } }
  },
  'card.assign': async ({ world, cardId }) => ({ input: { cardId, actorId: world.mia.actorId } }),
  async 'card.unassign'({ world, cardId }) {
    const input = { cardId, actorId: world.mia.actorId }
    await allowed(world.ada, 'card.assign', input)
    return { input }
  },
  'comment.create': async ({ cardId }) => ({ input: { cardId, body: 'New' } }),
  'comment.update': async (stage) => ({ input: { commentId: await comment(stage), body: 'Changed' } }),
  'comment.react': async (stage) => ({ input: { commentId: await comment(stage), emoji: '👍' } }),
  async 'comment.unreact'(stage) {
    const input = { commentId: await comment(stage), emoji: '👍' }
    await allowed(stage.world.ada, 'comment.react', input)
    return { input }
  },
  'comment.delete': async (stage) => ({ input: { commentId: await comment(stage) } }),
  'checklist.add': async ({ cardId }) => ({ input: { cardId, text: 'New' } }),
  'checklist.update': async (stage) => ({ input: { checklistItemId: await item(stage), done: true } }),
  'checklist.tick': async (stage) => ({ input: { cardId: stage.cardId, checklistItemIds: [await item(stage)], done: true } }),
  'checklist.remove': async (stage) => ({ input: { checklistItemId: await item(stage) } }),
  'delegation.set': async ({ world, cardId }) => ({ input: { cardId, agentActorId: world.robo.actorId } }),
  async 'delegation.clear'({ world, cardId }) {
    await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
    return { input: { cardId } }
  },
  'session.open': async ({ world, cardId }) => ({ input: { cardId, agentActorId: world.robo.actorId } }),
  'session.post': async (stage) => ({ by: stage.world.robo, input: { sessionId: await session(stage), op: 'progress', note: 'New' } }),
  async 'session.heartbeat'({ world, board, cardId }) {
    await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
    const claimed = await allowed(world.robo, 'work.claim', { boardId: board.id })
    if (claimed.card === null) throw new Error('nothing was claimed')
    return { by: world.robo, input: { sessionId: claimed.session.id, generation: claimed.lease.generation } }
  },
  async 'work.claim'({ world, board, cardId }) {
    await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
    return { by: world.robo, input: { boardId: board.id } }
  },
  async 'session.answer'(stage) {
    const sessionId = await session(stage)
    await allowed(stage.world.robo, 'session.post', { sessionId, op: 'ask_human', question: 'Which?' })
    return { input: { sessionId, answer: 'That one' } }
  },
  async 'session.start'(stage) {
    const [sessionId, blocker] = [await session(stage), await stage.board.card()]
    await allowed(stage.world.ada, 'relation.put', { cardId: blocker.id, otherCardId: stage.cardId, kind: 'blocks' })
    return { input: { sessionId } }
  },
  'session.update': async (stage) => ({ input: { sessionId: await session(stage), budget: { tokens: 1_000 } } }),
  'card.addChildren': async ({ cardId }) => ({ input: { cardId, titles: ['One', 'Two'] } }),
  'card.review': async ({ world, board, cardId }) => {
    await allowed(world.ada, 'list.update', { listId: board.lists[0] ?? '', acceptance: 'required' })
    const { id: sessionId } = await allowed(world.robo, 'session.open', { cardId })
    await allowed(world.robo, 'session.post', { sessionId, op: 'complete', summary: 'Done.' })
    await allowed(world.ada, 'list.update', { listId: board.lists[0] ?? '', acceptance: 'none' })
    return { input: { cardId, verdict: 'accept' } }
  },
  async 'session.undo'(stage) {
    const sessionId = await session(stage)
    await allowed(stage.world.robo, 'card.update', { cardId: stage.cardId, priority: 'urgent' })
    await allowed(stage.world.robo, 'session.post', { sessionId, op: 'complete', summary: 'Done.' })
    return { input: { sessionId } }
  },
  'session.stop': async (stage) => ({ input: { sessionId: await session(stage) } }),
  'member.add': async (stage) => ({ input: { boardId: stage.board.id, email: `${randomUUID()}@example.com`, role: 'viewer' } }),
  'member.update': async ({ world, board }) => ({ input: { boardId: board.id, actorId: world.vic.actorId, role: 'admin' } }),
  async 'member.remove'({ world, board }) {
    return { input: { boardId: board.id, actorId: (await makeAgent(world, 'Brief', [board.id])).actorId } }
  },
  'invitation.revoke': async (stage) => ({ input: { boardId: stage.board.id, invitationId: (await invitation(stage)).id } }),
  async 'invitation.accept'(stage) {
    const email = `${randomUUID()}@example.com`
    const { token } = await invitation(stage, email)
    return { by: await newcomer(stage.world, email), input: { token } }
  },
  async 'auth.password'({ world }) {
    const currentPassword = 'correct horse battery'
    return { by: await newcomer(world), input: { currentPassword, newPassword: 'another horse battery' } }
  },
  'me.update': async ({ world }) => ({ by: world.mia, input: { name: `Mia ${randomUUID()}` } }),
  'me.setAvatar': async ({ world }) => ({ by: world.mia, input: { file: dot() } }),
  'agent.setAvatar': async ({ world }) => ({ input: { agentActorId: (await makeAgent(world, 'Pictured', [])).actorId, file: dot() } }),
  async 'me.identities.unlink'({ world }) {
    const by = await newcomer(world)
    return { by, input: { identityId: await connectElsewhere(world.tandem, by.actorId) } }
  },
  async 'webSession.end'({ world }) {
    const email = `${randomUUID()}@example.com`
    const by = await newcomer(world, email)
    await allowed({ ...by, headers: {} }, 'auth.login', { email, password: 'correct horse battery' })
    const elsewhere = (await allowed(by, 'webSession.list', {})).find(({ isCurrent }) => !isCurrent)
    return { by, input: { webSessionId: elsewhere?.id ?? '' } }
  },
  async 'pushDevice.add'({ world }) {
    const { publicKey } = await allowed(world.mia, 'pushDevice.list', {})
    return { by: world.mia, input: subscriptionWith(publicKey ?? '') }
  },
  'pushDevice.remove': pushDevice,
  'pushDevice.test': pushDevice,
  'webSession.endOthers': async ({ world }) => ({ by: await newcomer(world), input: {} }),
  'agent.create': async () => ({ input: { name: 'New' } }),
  'agent.update': async ({ world }) => ({ input: { agentActorId: world.robo.actorId, name: `Robo ${randomUUID()}` } }),
  'agent.deactivate': async ({ world, board }) => ({ input: { agentActorId: (await makeAgent(world, 'Brief', [board.id])).actorId } }),
  'invitation.acceptMine': invitedAgain,
  'invitation.decline': invitedAgain,
  async 'agent.settleRequest'(stage) {
    const { agentActorId, requestId } = await agentRequest(stage)
    return { input: { agentActorId, requestId, accept: true } }
  },
  'agent.leaveBoard': async ({ world, board }) => ({
    input: { agentActorId: (await makeAgent(world, 'Brief', [board.id])).actorId, boardId: board.id },
  }),
  'admin.actors.update': async ({ world }) => ({ input: { actorId: (await newcomer(world)).actorId, deactivated: true } }),
  'token.create': async () => ({ input: { label: 'New', scopes: ['boards:read'] } }),
  async 'token.revoke'({ world }) {
    return { input: { tokenId: (await allowed(world.ada, 'token.create', { label: 'Old', scopes: ['boards:read'] })).id } }
  },
  async 'notification.read'({ world, cardId }) {
    await allowed(world.ada, 'card.assign', { cardId, actorId: world.mia.actorId })
    const [newest] = await allowed(world.mia, 'notification.list', { limit: 1 })
    return { by: world.mia, input: { notificationId: newest?.id ?? '' } }
  },
  async 'notification.readAll'({ world, cardId }) {
    await allowed(world.ada, 'card.assign', { cardId, actorId: world.mia.actorId })
    return { by: world.mia, input: {} }
  },
  'notification.settings.update': async ({ world }) => ({ by: world.mia, input: { reasons: { watching: { email: true } } } }),
  'webhook.create': async ({ board }) => ({ input: { boardId: board.id, url, events: ['vcs.*'] } }),
  'webhook.update': async (stage) => ({ input: { boardId: stage.board.id, webhookId: await webhook(stage), rotateSecret: true } }),
  'webhook.delete': async (stage) => ({ input: { boardId: stage.board.id, webhookId: await webhook(stage) } }),
  'webhook.ping': async (stage) => ({ input: { boardId: stage.board.id, webhookId: await webhook(stage) } }),
  async 'webhook.redeliver'(stage) {
    const input = { boardId: stage.board.id, webhookId: await webhook(stage) }
    const { id: deliveryId } = await allowed(stage.world.ada, 'webhook.ping', input)
    // A pause cancels pending deliveries, and canceled ones may be sent again.
    for (const active of [false, true]) await allowed(stage.world.ada, 'webhook.update', { ...input, active })
    return { input: { ...input, deliveryId } }
  },
  async 'webhook.replay'(stage) {
    const boardId = stage.board.id
    const [newest] = await allowed(stage.world.ada, 'board.activity', { boardId, limit: 1 })
    const { webhook } = await allowed(stage.world.ada, 'webhook.create', { boardId, url, events: ['comment.*'] })
    await allowed(stage.world.ada, 'comment.create', { cardId: stage.cardId, body: 'It drips.' })
    return { input: { boardId, webhookId: webhook.id, since: newest?.id ?? '' } }
  },
  'actorWebhook.create': async ({ world }) => ({ input: { actorId: world.ada.actorId, url, events: ['agent_session.*'] } }),
  async 'actorWebhook.update'(stage) {
    return { input: { actorId: stage.world.ada.actorId, webhookId: await ownWebhook(stage), rotateSecret: true } }
  },
  'actorWebhook.delete': async (stage) => ({ input: { actorId: stage.world.ada.actorId, webhookId: await ownWebhook(stage) } }),
  'label.create': async ({ board }) => ({ input: { boardId: board.id, name: 'New', color: 'red' } }),
  'label.update': async (stage) => ({ input: { labelId: await label(stage), color: 'blue' } }),
  'label.delete': async (stage) => ({ input: { labelId: await label(stage) } }),
  'card.label': async (stage) => ({ input: { cardId: stage.cardId, labelId: await label(stage) } }),
  async 'card.unlabel'(stage) {
    const input = { cardId: stage.cardId, labelId: await label(stage) }
    await allowed(stage.world.ada, 'card.label', input)
    return { input }
  },
  'field.create': async ({ board }) => ({ input: { boardId: board.id, name: 'New', type: 'text' } }),
  'field.update': async (stage) => ({ input: { fieldId: await field(stage), name: 'Changed' } }),
  'field.delete': async (stage) => ({ input: { fieldId: await field(stage) } }),
  'card.field.set': async (stage) => ({ input: { cardId: stage.cardId, fieldId: await field(stage), value: 'New' } }),
  async 'card.field.clear'(stage) {
    const input = { cardId: stage.cardId, fieldId: await field(stage) }
    await allowed(stage.world.ada, 'card.field.set', { ...input, value: 'Old' })
    return { input }
  },
  'attachment.add': async ({ cardId }) => ({ input: { cardId, url: 'https://example.com/plan', name: 'Plan' } }),
  async 'attachment.delete'({ world, cardId }) {
    const { id } = await allowed(world.ada, 'attachment.add', { cardId, url: 'https://example.com/plan' })
    return { input: { attachmentId: id } }
  },
  'relation.put': async ({ board, cardId }) => ({ input: { cardId, otherCardId: (await board.card()).id, kind: 'relates' } }),
  async 'relation.delete'({ world, board, cardId }) {
    const input = { cardId, otherCardId: (await board.card()).id, kind: 'relates' } as const
    await allowed(world.ada, 'relation.put', input)
    return { input }
  },
  'view.create': async ({ board }) => ({ input: { boardId: board.id, ...sharedView } }),
  'view.update': async (stage) => ({ input: { viewId: await view(stage), name: 'Changed' } }),
  'view.delete': async (stage) => ({ input: { viewId: await view(stage) } }),
  'rule.create': async ({ board }) => ({ input: { boardId: board.id, ...completes } }),
  'rule.update': async (stage) => ({ input: { ruleId: await rule(stage), name: 'Changed' } }),
  'rule.delete': async (stage) => ({ input: { ruleId: await rule(stage) } }),
  'link.put': async (stage) => ({ by: await plugin(stage), input: { cardId: stage.cardId, ...pull } }),
  async 'link.delete'(stage) {
    const by = await plugin(stage)
    const { id } = await allowed(by, 'link.put', { cardId: stage.cardId, ...pull })
    return { by, input: { cardId: stage.cardId, linkId: id } }
  },
  'card.event': async (stage) => ({ by: await plugin(stage), input: { cardId: stage.cardId, verb: 'vcs.pr_merged' } }),
  'integration.install': async ({ board }) => ({ input: { boardId: board.id, type: 'github', inboundUrl: url } }),
  async 'integration.update'(stage) {
    return { input: { boardId: stage.board.id, integrationId: (await plugin(stage)).integrationId, name: 'Changed' } }
  },
  async 'integration.secrets.put'(stage) {
    return { input: { boardId: stage.board.id, integrationId: (await plugin(stage)).integrationId, webhookSecret: 'New' } }
  },
  async 'integration.remove'(stage) {
    return { input: { boardId: stage.board.id, integrationId: (await plugin(stage)).integrationId } }
  },
  async 'integration.self.key.put'(stage) {
    const x = '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08'
    return { by: await plugin(stage), input: { kty: 'OKP', crv: 'X25519', x } }
  },
  'personLink.create': async (stage) => ({ by: await plugin(stage), input: { externalUserId: 'U1', displayName: 'Ada' } }),
  async 'personLink.confirm'(stage) {
    return { input: { token: (await personLink(await plugin(stage))).token } }
  },
  async 'personLink.claim'(stage) {
    const by = await plugin(stage)
    const { id, token } = await personLink(by)
    await allowed(stage.world.ada, 'personLink.confirm', { token })
    return { by, input: { personLinkId: id } }
  },
  'socket.ticket': async () => ({ input: {} }),
  async 'oauth.client.revoke'({ world, board }) {
    const { clientId } = await connect(world.ada.url, world.ada.headers.cookie ?? '', { boardIds: [board.id] })
    return { input: { clientId } }
  },
  'favourite.set': async ({ board }) => ({ input: { itemId: board.id } }),
  async 'favourite.clear'({ world, board }) {
    await allowed(world.ada, 'favourite.set', { itemId: board.id })
    return { input: { itemId: board.id } }
  },
  'watch.set': async ({ cardId }) => ({ input: { cardId } }),
  async 'watch.clear'({ world, cardId }) {
    await allowed(world.ada, 'watch.set', { cardId })
    return { input: { cardId } }
  },
}

export type ReadyAct = {
  board: Board
  by: Who
  input: Record<string, unknown>
  /** Sends the act, optionally as another caller, with a clientMutationId or with other input. */
  send(how?: { clientMutationId?: string; as?: Caller; [key: string]: unknown }): Promise<Success<OperationName> | Refusal>
}

/** Creates a separate board for an act, and what else the act needs. */
export async function makeReady(world: World, name: OperationName): Promise<ReadyAct> {
  const act = acts[name]
  if (!act) throw new Error(`${name} has no act yet: give it one in conformance/src/acts.ts`)
  const board = await makeBoard(world)
  const { by = world.ada, input } = await act({ world, board, cardId: (await board.card()).id })
  return { board, by, input, send: ({ as = by, ...more } = {}) => call(as, name, { ...input, ...more }) }
}

/** Rules about several features are proved once the acts of all of them are done. */
export const onceServed = (names: readonly OperationName[], ids: readonly RequirementId[]): readonly RequirementId[] =>
  names.every((name) => acts[name]) ? ids : []

/** The mutations that a signed-in actor makes. */
const served = operationNames.filter((name) => {
  const { kind, access } = catalogue[name] as OperationSpec
  return kind === 'mutation' && !('public' in access) && name !== 'auth.logout'
})

export const actable: readonly OperationName[] = served.filter((name) => acts[name])

/** Operations that still need an act: until then, rules about every mutation are not proved for them. */
export const actless: readonly OperationName[] = served.filter((name) => !acts[name])

/** Acts after which the board and its log still exist. */
export const repeatable: readonly OperationName[] = actable.filter((name) => name !== 'board.delete')
