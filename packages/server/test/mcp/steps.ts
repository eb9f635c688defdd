import type { Person } from '../kit/service.ts'
import { connect, type eras, type McpClient } from './client.ts'

const unknownId = '00000000-0000-4000-8000-00000000dead'

/** Names that differ between the eras, so that each begins afresh. */
export type World = {
  ada: Person
  robo: Person
  client: McpClient
  prefix: string
  board: any
  card: any
  other: any
  label: any
  field: any
  tree: any
  era: string
}

export async function makeWorld(url: string, ada: Person, robo: Person, era: (typeof eras)[number]): Promise<World> {
  const prefix = era === 'modern' ? 'NEW' : 'OLD'
  const board = (await ada.post('/api/boards', { name: `Engine ${era}`, keyPrefix: prefix, template: 'kanban' })).body
  await ada.post(`/api/boards/${board.id}/members`, { actorId: robo.actorId, role: 'admin' })
  const tree = (await ada.get(`/api/boards/${board.id}`)).body
  const [card, other] = [await made(tree, 'Pump', ada), await made(tree, 'Valve', ada)]
  const label = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Bug', color: 'red' })).body
  const field = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'Effort', type: 'number' })).body
  await ada.post(`/api/cards/${card.id}/comments`, { body: 'First.' })
  return { ada, robo, client: await connect(url, robo.token ?? '', era), prefix, board, card, other, label, field, tree, era }
}

const made = async (tree: any, title: string, by: Person) => (await by.post(`/api/lists/${tree.lists[0].id}/cards`, { title })).body

/** A notification for the agent. */
const mention = ({ ada, robo, card }: World) => ada.post(`/api/cards/${card.id}/comments`, { body: `@${robo.handle} look` })

export type Params = Record<string, unknown>
export type Step = {
  ok: (world: World) => Params | Promise<Params>
  gives: (data: any, world: World) => unknown
  bad: Params
  code: string
}

const step = (ok: Step['ok'], gives: Step['gives'], bad: Params, code: string): Step => ({ ok, gives, bad, code })
const keyed = ({ card }: World, more: Params = {}) => ({ cardId: card.key, ...more })

/** An own session on a new card. */
export async function session({ ada, tree, client }: World, state: 'queued' | 'working' = 'queued'): Promise<string> {
  const card = await made(tree, 'Work', ada)
  const opened = await client.use('session_write', 'open', { cardId: card.key, summary: 'Look at it' })
  if (state === 'working') await client.use('session_write', 'update', { sessionId: opened.sessionId, state: 'working' })
  return opened.sessionId
}

/** Every method of every tool: its call, its answer, and a call that it refuses. */
export const steps: Record<string, Step> = {
  'my_work.get': step(
    () => ({}),
    (data) => Object.keys(data).slice(0, 4).join() === 'assigned,delegated_to_me,sessions_awaiting_me,notifications',
    { limit: 'lots' },
    'validation',
  ),
  'my_work.claim_next': step(
    async ({ ada, tree, robo }) => {
      const card = await made(tree, 'To be claimed', ada)
      await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })
      return { boardId: card.boardId }
    },
    ({ session, lease, hint }) => session.state === 'working' && lease.generation === 1 && hint.includes('generation'),
    { leaseSeconds: 5 },
    'validation',
  ),
  'board_read.list': step(
    () => ({}),
    ({ boards }, { board }) => boards.some(({ id }: any) => id === board.id),
    { bord: 'x' },
    'validation',
  ),
  'board_read.get': step(
    ({ prefix }) => ({ boardId: prefix }),
    ({ lists }) => lists.some(({ category }: any) => category === 'started'),
    { boardId: 'NOPE' },
    'not_found',
  ),
  'board_read.activity': step(
    ({ prefix }) => ({ boardId: prefix, limit: 2 }),
    ({ activity, nextCursor }) => activity.length === 2 && nextCursor === activity.at(-1).id,
    { boardId: unknownId },
    'not_found',
  ),
  'board_read.archive': step(
    async ({ ada, prefix, tree }) => {
      await ada.patch(`/api/cards/${(await made(tree, 'Old', ada)).id}`, { archived: true })
      return { boardId: prefix }
    },
    ({ cards }) => cards.map(({ title }: any) => title).join() === 'Old',
    { boardId: unknownId },
    'not_found',
  ),
  'board_read.views': step(
    async ({ ada, board }) => {
      await ada.post(`/api/boards/${board.id}/views`, { name: 'Urgent', query: { priority: 'urgent' }, shared: true })
      return { boardId: board.name }
    },
    ({ views }) => views.some(({ name, query }: any) => name === 'Urgent' && query.priority === 'urgent'),
    { boardId: unknownId },
    'not_found',
  ),
  'board_read.view_cards': step(
    async ({ ada, board }) => ({
      viewId: (await ada.post(`/api/boards/${board.id}/views`, { name: 'All', query: {}, shared: true })).body.id,
    }),
    ({ cards }) => cards.length > 0,
    { viewId: unknownId },
    'not_found',
  ),
  'board_read.waits': step(
    async ({ ada, prefix, tree, client }) => {
      const [blocker, blocked] = [await made(tree, 'First', ada), await made(tree, 'Second', ada)]
      await client.use('card_write', 'relate', { cardId: blocker.key, otherCardId: blocked.key, kind: 'blocks' })
      return { boardId: prefix, limit: 100 }
    },
    ({ cards }) => cards.some(({ cardTitle, blockers }: any) => cardTitle === 'Second' && blockers.length === 1),
    { boardId: unknownId },
    'not_found',
  ),
  'board_read.me': step(
    () => ({}),
    ({ id }, { robo }) => id === robo.actorId,
    { who: 'me' },
    'validation',
  ),
  'board_read.notifications': step(
    async (world) => {
      await mention(world)
      return { unread: true }
    },
    ({ notifications }, { card }) => notifications[0].cardKey === card.key && notifications[0].reason === 'mentioned',
    { cursor: 'x' },
    'validation',
  ),
  'board_write.create': step(
    ({ era }) => ({ name: `Made ${era}`, template: 'kanban' }),
    ({ role }) => role === 'admin',
    {},
    'validation',
  ),
  'board_write.update': step(
    ({ prefix }) => ({ boardId: prefix, description: 'About engines', maxAgentSessions: 40, completeParents: true }),
    ({ description, maxAgentSessions, completeParents }) =>
      description === 'About engines' && maxAgentSessions === 40 && completeParents === true,
    { boardId: unknownId, name: 'x' },
    'not_found',
  ),
  'board_write.copy': step(
    ({ prefix }) => ({ boardId: prefix, withCards: 'true' }),
    ({ name }) => name.endsWith('(copy)'),
    { boardId: unknownId },
    'not_found',
  ),
  'board_write.list_create': step(
    ({ prefix, tree }) => ({ boardId: prefix, name: 'Later', afterId: tree.lists[0].name, acceptance: 'required' }),
    async ({ acceptance }, { ada, board, tree }) =>
      acceptance === 'required' && (await ada.get(`/api/boards/${board.id}`)).body.lists[0].name !== tree.lists[0].name,
    { boardId: unknownId, name: 'x' },
    'not_found',
  ),
  'board_write.list_update': step(
    ({ prefix }) => ({
      listId: 'later',
      boardId: prefix,
      wipLimit: '3',
      wipPolicy: 'agents',
      queue: true,
      category: 'backlog',
      acceptance: 'required',
      color: 'teal',
    }),
    ({ wipLimit, wipPolicy, queue, category, acceptance, color }) =>
      [wipLimit, wipPolicy, queue.agentActorIds.length, category, acceptance, color].join() === '3,agents,0,backlog,required,teal',
    { listId: 'No such list', boardId: 'NEW' },
    'not_found',
  ),
  'board_write.label_create': step(
    ({ prefix }) => ({ boardId: prefix, name: 'Idea', color: 'blue' }),
    ({ color }) => color === 'blue',
    { boardId: 'NEW', name: 'x', color: '#12' },
    'validation',
  ),
  'board_write.label_update': step(
    ({ prefix }) => ({ labelId: 'Idea', boardId: prefix, name: 'Ideas' }),
    ({ name }) => name === 'Ideas',
    { labelId: unknownId, name: 'x' },
    'not_found',
  ),
  'board_write.field_create': step(
    ({ prefix }) => ({ boardId: prefix, name: 'Size', type: 'select', options: 'S, M, L' }),
    ({ options }) => options.join() === 'S,M,L',
    { boardId: 'NEW', name: 'x', type: 'select' },
    'validation',
  ),
  'board_write.field_update': step(
    ({ prefix }) => ({ fieldId: 'Size', boardId: prefix, name: 'Sizes' }),
    ({ name }) => name === 'Sizes',
    { fieldId: unknownId, name: 'x' },
    'not_found',
  ),
  'board_write.notification_read': step(
    async (world) => {
      await mention(world)
      return { notificationId: (await world.client.use('board_read', 'notifications', { unread: true })).notifications[0].id }
    },
    (data) => data.done,
    { notificationId: unknownId },
    'not_found',
  ),
  'board_write.notifications_read': step(
    async (world) => {
      await mention(world)
      return {}
    },
    ({ marked }) => marked > 0,
    { all: true },
    'validation',
  ),
  'card_read.get': step(keyed, ({ card }) => card.title === 'Pump' && card.createdBy.kind === 'human', { cardId: 'NEW-999' }, 'not_found'),
  'card_read.comments': step(
    keyed,
    ({ comments }, { ada }) => comments.at(-1).author === ada.handle && comments.at(-1).kind === 'human',
    { cardId: unknownId },
    'not_found',
  ),
  'card_read.children': step(keyed, ({ cards }) => cards.length === 0, { cardId: unknownId }, 'not_found'),
  'card_read.activity': step(keyed, ({ activity }) => activity.at(-1).verb === 'card.created', { cardId: unknownId }, 'not_found'),
  'card_read.attachment': step(
    async ({ client, card }) => ({
      attachmentId: (await client.use('card_write', 'attach', { cardId: card.key, text: 'A note', name: 'n.md' })).id,
    }),
    ({ text }) => text === 'A note',
    { attachmentId: unknownId },
    'not_found',
  ),
  'card_write.create': step(
    ({ ada, prefix, tree }) => ({
      listId: tree.lists[1].name.toLowerCase(),
      boardId: prefix,
      title: 'Made',
      labelIds: ['bug'],
      assigneeActorIds: `@${ada.handle}`,
      priority: 'high',
    }),
    (data, { ada, tree }) => data.list === tree.lists[1].name && data.labels.join() === 'Bug' && data.assignees.join() === ada.handle,
    { listId: 'Somewhere', title: 'x' },
    'validation',
  ),
  'card_write.update': step(
    (world) => keyed(world, { completed: true, dueAt: '2030-01-01T00:00:00Z' }),
    ({ completedAt, dueAt }) => completedAt && dueAt === '2030-01-01T00:00:00.000Z',
    { cardId: unknownId, title: 'x' },
    'not_found',
  ),
  'card_write.move': step(
    (world) => keyed(world, { listId: world.tree.lists[2].name }),
    ({ list }, { tree }) => list === tree.lists[2].name,
    { cardId: 'NEW-1', listId: 'No such list' },
    'not_found',
  ),
  'card_write.copy': step(
    (world) => keyed(world, { title: 'Again', keep: ['labels'] }),
    ({ title }) => title === 'Again',
    { cardId: unknownId },
    'not_found',
  ),
  'card_write.comment': step(
    (world) => keyed(world, { body: 'Seen.' }),
    ({ author, kind }, { robo }) => author === robo.handle && kind === 'agent',
    { cardId: 'NEW-1', body: ' ' },
    'validation',
  ),
  'card_write.comment_update': step(
    async ({ client, card }) => ({ commentId: (await client.use('card_write', 'comment', { cardId: card.key, body: 'a' })).id, body: 'b' }),
    ({ body }) => body === 'b',
    { commentId: unknownId, body: 'x' },
    'not_found',
  ),
  'card_write.comment_delete': step(
    async ({ client, card }) => ({ commentId: (await client.use('card_write', 'comment', { cardId: card.key, body: 'a' })).id }),
    (data) => data.done,
    { commentId: unknownId },
    'not_found',
  ),
  'card_write.checklist_add': step(
    (world) => keyed(world, { text: 'Seal', assigneeActorId: world.ada.handle }),
    ({ assignee }, { ada }) => assignee === ada.handle,
    { cardId: 'NEW-1', text: '' },
    'validation',
  ),
  'card_write.checklist_update': step(
    async ({ client, card }) => ({
      checklistItemId: (await client.use('card_read', 'get', { cardId: card.key })).card.checklistItems[0].id,
      done: 'true',
      assigneeActorId: 'none',
    }),
    (data) => data.done === true && data.assignee === undefined,
    { checklistItemId: unknownId, done: true },
    'not_found',
  ),
  'card_write.split': step(
    ({ card }) => ({ cardId: card.key, titles: ['One', 'Two'] }),
    ({ children }) => children.map(({ title }: any) => title).join() === 'One,Two',
    { cardId: unknownId, titles: ['One'] },
    'not_found',
  ),
  'card_write.checklist_tick': step(
    async ({ client, card }) => ({
      cardId: card.key,
      checklistItemIds: (await client.use('card_read', 'get', { cardId: card.key })).card.checklistItems.map(({ id }: any) => id),
      done: 'true',
    }),
    ({ checklistItems }) => checklistItems.every(({ done }: any) => done === true),
    { cardId: 'NEW-1', checklistItemIds: 'nothing', done: true },
    'validation',
  ),
  'card_write.checklist_remove': step(
    async ({ client, card }) => ({
      checklistItemId: (await client.use('card_read', 'get', { cardId: card.key })).card.checklistItems[0].id,
    }),
    (data) => data.done,
    { checklistItemId: unknownId },
    'not_found',
  ),
  'card_write.assign': step(
    (world) => keyed(world, { actorId: 'Ada' }),
    (data) => data.done,
    { cardId: 'NEW-1', actorId: 'me' },
    'delegation_required',
  ),
  'card_write.unassign': step(
    (world) => keyed(world, { actorId: `@${world.ada.handle}` }),
    (data) => data.done,
    { cardId: unknownId, actorId: 'me' },
    'not_found',
  ),
  'card_write.delegate': step(
    ({ other }) => ({ cardId: other.key, agentActorId: 'me' }),
    ({ session }) => session.state === 'queued',
    { cardId: 'NEW-1', agentActorId: 'nobody-here' },
    'not_found',
  ),
  'card_write.undelegate': step(
    ({ other }) => ({ cardId: other.key }),
    (data) => data.done,
    { cardId: unknownId },
    'not_found',
  ),
  'card_write.label': step(
    (world) => keyed(world, { labelId: 'bug' }),
    (data) => data.done,
    { cardId: 'NEW-1', labelId: 'No such label' },
    'not_found',
  ),
  'card_write.unlabel': step(
    (world) => keyed(world, { labelId: world.label.id }),
    (data) => data.done,
    { cardId: unknownId, labelId: unknownId },
    'not_found',
  ),
  'card_write.field_set': step(
    (world) => keyed(world, { fieldId: 'effort', value: 5 }),
    (data) => data.done,
    { cardId: 'NEW-1', fieldId: 'Effort', value: 'much' },
    'validation',
  ),
  'card_write.field_clear': step(
    (world) => keyed(world, { fieldId: 'Effort' }),
    (data) => data.done,
    { cardId: 'NEW-1', fieldId: 'Nothing' },
    'not_found',
  ),
  'card_write.relate': step(
    (world) => keyed(world, { otherCardId: world.other.key, kind: 'blocks' }),
    (data) => data.done,
    { cardId: 'NEW-1', otherCardId: 'NEW-2', kind: 'likes' },
    'validation',
  ),
  'card_write.unrelate': step(
    (world) => keyed(world, { otherCardId: world.other.key }),
    (data) => data.done,
    { cardId: 'NEW-1', otherCardId: 'NEW-999' },
    'not_found',
  ),
  'card_write.watch': step(keyed, (data) => data.done, { cardId: unknownId }, 'not_found'),
  'card_write.unwatch': step(keyed, (data) => data.done, { cardId: unknownId }, 'not_found'),
  'card_write.attach': step(
    (world) => keyed(world, { url: 'https://example.com/spec', name: 'Spec' }),
    ({ url }) => url === 'https://example.com/spec',
    { cardId: 'NEW-1', url: 'ftp://x' },
    'validation',
  ),
  'session_read.get': step(
    async (world) => ({ sessionId: await session(world) }),
    ({ state, agent }, { robo }) => state === 'queued' && agent === robo.handle,
    { sessionId: unknownId },
    'not_found',
  ),
  'session_read.poll_events': step(
    async (world) => ({ sessionId: await session(world) }),
    ({ events }) => events[0].kind === 'state_change',
    { sessionId: unknownId },
    'not_found',
  ),
  'session_read.list_board': step(
    ({ prefix }) => ({ boardId: prefix, state: 'queued', limit: 1 }),
    ({ sessions, nextCursor }) => sessions.length === 1 && nextCursor,
    { boardId: 'NEW', state: 'lazy' },
    'validation',
  ),
  'session_read.list_card': step(
    ({ other }) => ({ cardId: other.key }),
    ({ sessions }) => sessions.length === 1,
    { cardId: unknownId },
    'not_found',
  ),
  'session_read.list_mine': step(
    () => ({ state: 'queued' }),
    ({ sessions }) => sessions.length > 0,
    { state: 'lazy' },
    'validation',
  ),
  'session_write.open': step(
    async ({ ada, robo, tree }) => ({ cardId: (await made(tree, 'Open', ada)).key, agentActorId: robo.handle }),
    ({ state }) => state === 'queued',
    { cardId: unknownId },
    'not_found',
  ),
  'session_write.update': step(
    async (world) => ({
      sessionId: await session(world),
      state: 'working',
      statusText: 'On it',
      plan: ['[x] look', '[~] fix', 'test'],
      inputTokens: 10,
      costUsd: 0.1,
    }),
    (data) =>
      data.session.statusText === 'On it' &&
      data.session.plan.map(({ status }: any) => status).join() === 'done,in_progress,pending' &&
      data.session.usage.inputTokens === 10,
    { sessionId: unknownId, state: 'done' },
    'not_found',
  ),
  'session_write.progress': step(
    async (world) => ({ sessionId: await session(world), note: 'Half way' }),
    ({ event }) => event.kind === 'progress',
    { sessionId: unknownId, note: 'x' },
    'not_found',
  ),
  'session_write.log': step(
    async (world) => ({ sessionId: await session(world), payload: '{"step":1}' }),
    ({ event }) => event.kind === 'log',
    { sessionId: unknownId, payload: 'text' },
    'not_found',
  ),
  'session_write.ask_human': step(
    async (world) => ({ sessionId: await session(world, 'working'), question: 'Which?', options: ['A', 'B'] }),
    (data) => data.session.question.options.join() === 'A,B',
    { sessionId: unknownId, question: 'x' },
    'not_found',
  ),
  'session_write.complete': step(
    async (world) => ({ sessionId: await session(world, 'working'), summary: 'Done' }),
    (data) => data.session.state === 'done',
    { sessionId: unknownId },
    'not_found',
  ),
  'session_write.fail': step(
    async (world) => ({ sessionId: await session(world), reason: 'No parts' }),
    (data) => data.session.failureReason === 'No parts',
    { sessionId: unknownId, reason: 'x' },
    'not_found',
  ),
  'session_write.heartbeat': step(
    async (world) => {
      const sessionId = await session(world)
      const leased = { op: 'update', state: 'working', leaseSeconds: 60 }
      const { body } = await world.robo.post(`/api/sessions/${sessionId}/events`, leased)
      return { sessionId, generation: body.session.lease.generation }
    },
    (data) => data.event === undefined && data.session.lease.generation === 1,
    { sessionId: unknownId, generation: 1 },
    'not_found',
  ),
  'session_write.answer': step(null as never, null as never, { sessionId: unknownId, answer: 'x' }, 'not_found'),
  'session_write.stop': step(null as never, null as never, { sessionId: unknownId }, 'not_found'),
  'search.search': step(
    () => ({ query: 'Pump', completed: 'true' }),
    ({ results }, { card }) =>
      results.some(({ id, title, url }: any) => id === card.key && title === 'Pump' && url.endsWith(`/cards/${id}`)),
    { due: 'sometime' },
    'validation',
  ),
  'fetch.fetch': step(
    ({ card }) => ({ id: card.key }),
    ({ id, title, text }, { card }) => id === card.key && title === 'Pump' && JSON.parse(text).key === card.key,
    { id: 'NEW-999' },
    'not_found',
  ),
}
