import { createClient } from '@tandem/client'
import { type Activity, type OperationName, type Verb, verbNames } from '@tandem/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actable, makeReady } from '../../../../conformance/src/acts.ts'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard, startWorld, type World } from '../../../../conformance/src/world.ts'
import { png } from '../../../../packages/server/test/attachments/files.ts'
import { createBoardFeed } from '../../src/live/board-feed.ts'
import { type BoardModel, modelOf } from '../../src/live/board-model.ts'

let world: World
const seen = new Set<Verb>()

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())

/** The board as it was, then every frame of the act, in order: it must end as the board that is fetched now. */
async function followed(boardId: string, before: BoardModel, frames: readonly Activity[]): Promise<BoardModel> {
  const client = createClient({ url: world.ada.url, cookie: world.ada.headers.cookie ?? '' })
  let kept = before
  const feed = createBoardFeed(client, boardId, {
    get: () => kept,
    set: (board) => {
      kept = board
    },
  })
  for (const frame of frames) {
    seen.add(frame.verb)
    feed.hear(frame)
    await feed.settled()
  }
  return kept
}

/**
 * The same for the first cards of a large board, while the whole board is not there. A frame that leaves something out may bring all of it.
 */
async function startFollowed(boardId: string, before: BoardModel, frames: readonly Activity[]): Promise<BoardModel> {
  const client = createClient({ url: world.ada.url, cookie: world.ada.headers.cookie ?? '' })
  const kept: { whole?: BoardModel; start: BoardModel } = { start: before }
  const keep = { get: () => kept.whole, set: (board: BoardModel) => void (kept.whole = board) }
  const start = { firstCards: 1, get: () => kept.start, set: (board: BoardModel) => void (kept.start = board) }
  const feed = createBoardFeed(client, boardId, keep, start)
  feed.hear(...frames)
  await feed.settled()
  return kept.whole ?? kept.start
}

/** All but the cards. */
const besideCards = (board: BoardModel) => ({ ...board, lists: board.lists.map((list) => ({ ...list, cards: [] })) })

async function follows(boardId: string, act: () => Promise<unknown>): Promise<void> {
  const tree = () => allowed(world.ada, 'board.tree', { boardId })
  const before = modelOf(await tree())
  await act()
  const log = await allowed(world.ada, 'board.activity', { boardId, limit: 200 })
  const frames = log.filter(({ seq }) => seq > before.seq).toReversed()
  const now = modelOf(await tree())
  expect(await followed(boardId, before, frames)).toEqual(now)
  expect(besideCards(await startFollowed(boardId, before, frames))).toEqual(besideCards(now))
}

const onABoard = actable.filter((name) => name !== 'board.delete')

test.each(onABoard)('frames of %s applied to the old tree equal a fresh fetch', async (name: OperationName) => {
  const { board, send } = await makeReady(world, name)
  await follows(board.id, send)
})

/** An agent has completed its session where a person reviews the work. */
async function completed(cardId: string, lists: readonly string[]): Promise<void> {
  await allowed(world.ada, 'list.update', { listId: lists[0] ?? '', acceptance: 'required' })
  const { session } = await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
  await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Fixed.' })
}

/** Further acts, which the ones above lack: a name, and the act on a board with two cards in the first list. */
type Scene = { boardId: string; lists: readonly string[]; one: string; two: string; elsewhere: { id: string; lists: readonly string[] } }
const scenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'a board that is archived': ({ boardId }) => allowed(world.ada, 'board.update', { boardId, archived: true }),
  async 'a board that is archived and brought back'({ boardId }) {
    await allowed(world.ada, 'board.update', { boardId, archived: true })
    await allowed(world.ada, 'board.update', { boardId, archived: false, description: 'Back', agentGuidance: 'Go on.' })
  },
  async 'a board whose agents are paused, with the sessions that work'({ boardId, one }) {
    const { session } = await allowed(world.ada, 'delegation.set', { cardId: one, agentActorId: world.robo.actorId })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    await allowed(world.ada, 'board.update', { boardId, agentsPaused: { reason: 'Deploy on Friday', stop: true } })
  },
  async 'a board whose agents are resumed'({ boardId }) {
    for (const agentsPaused of [{ reason: 'Deploy' }, null]) await allowed(world.ada, 'board.update', { boardId, agentsPaused })
  },
  'a list that is moved': ({ lists }) => allowed(world.ada, 'list.update', { listId: lists[0] ?? '', beforeId: lists[2] ?? '' }),
  'a list with a limit': ({ lists }) => allowed(world.ada, 'list.update', { listId: lists[0] ?? '', wipLimit: 2 }),
  'a list that refuses what exceeds its limit': ({ lists }) =>
    allowed(world.ada, 'list.update', { listId: lists[0] ?? '', wipLimit: 2, wipPolicy: 'all' }),
  async 'a list that is a queue, and one that is none any more'({ lists: [first = '', second = ''] }) {
    const queue = { agentActorIds: [world.robo.actorId] }
    for (const listId of [first, second]) await allowed(world.ada, 'list.update', { listId, queue })
    await allowed(world.ada, 'list.update', { listId: second, queue: null })
  },
  'a board with a cap of sessions': ({ boardId }) => allowed(world.ada, 'board.update', { boardId, maxAgentSessions: 3 }),
  'a list with a category': ({ lists }) => allowed(world.ada, 'list.update', { listId: lists[0] ?? '', category: 'review' }),
  async 'sub-cards that are completed, with their card'({ boardId, one }) {
    await allowed(world.ada, 'board.update', { boardId, completeParents: true })
    const made = await allowed(world.ada, 'card.addChildren', { cardId: one, titles: ['A', 'B'] })
    const children = 'children' in made ? made.children : []
    for (const { id } of children) await allowed(world.mia, 'card.update', { cardId: id, completedAt: '2029-06-01T00:00:00Z' })
    await allowed(world.mia, 'card.update', { cardId: children[0]?.id ?? '', archived: true })
  },
  async 'a card that is deleted for good'({ one }) {
    await allowed(world.ada, 'card.update', { cardId: one, archived: true })
    await allowed(world.ada, 'card.delete', { cardId: one })
  },
  async 'a card that is no sub-card any more'({ one, two }) {
    const input = { cardId: one, otherCardId: two, kind: 'parent' } as const
    await allowed(world.ada, 'relation.put', input)
    await allowed(world.ada, 'relation.delete', input)
  },
  'a list where work is reviewed': ({ lists }) => allowed(world.ada, 'list.update', { listId: lists[0] ?? '', acceptance: 'required' }),
  'a board whose work others review': ({ boardId }) => allowed(world.ada, 'board.update', { boardId, reviewByOthers: true }),
  async 'work of an agent that waits for review'({ one, lists }) {
    await completed(one, lists)
  },
  async 'work of an agent that is sent back'({ one, lists }) {
    await completed(one, lists)
    await allowed(world.mia, 'card.review', { cardId: one, verdict: 'send_back', note: 'It still drips.' })
  },
  async 'work of an agent on a card that a person completes'({ one, lists }) {
    await completed(one, lists)
    await allowed(world.mia, 'card.update', { cardId: one, completedAt: '2029-06-01T00:00:00Z' })
  },
  'a list that is archived with its cards': ({ lists }) => allowed(world.ada, 'list.update', { listId: lists[0] ?? '', archived: true }),
  async 'a list that comes back with its cards'({ lists }) {
    for (const archived of [true, false]) await allowed(world.ada, 'list.update', { listId: lists[0] ?? '', archived })
  },
  'a card that is moved to another list': ({ one, lists }) => allowed(world.ada, 'card.update', { cardId: one, listId: lists[1] ?? '' }),
  'a card that is moved below another': ({ one, two }) => allowed(world.ada, 'card.update', { cardId: one, beforeId: two }),
  'a card that is moved to another board': ({ one, elsewhere }) =>
    allowed(world.ada, 'card.update', { cardId: one, listId: elsewhere.lists[0] ?? '' }),
  async 'a card that comes from another board'({ lists, elsewhere }) {
    const { id } = await allowed(world.ada, 'card.create', { listId: elsewhere.lists[0] ?? '', title: 'Guest' })
    await allowed(world.ada, 'card.update', { cardId: id, listId: lists[0] ?? '' })
  },
  async 'titles from outside, of which a member writes one anew'({ one, two }) {
    for (const cardId of [one, two]) await allowed(world.mia, 'card.update', { cardId, title: 'Their words', external: true })
    await allowed(world.ada, 'card.update', { cardId: one, description: 'Mine' })
    await allowed(world.ada, 'card.update', { cardId: one, title: 'My words' })
  },
  'everything that one PATCH may say': ({ one }) =>
    allowed(world.ada, 'card.update', {
      cardId: one,
      title: 'Changed',
      description: `For @${world.mia.handle}`,
      priority: 'high',
      dueAt: '2030-01-01T00:00:00Z',
      startAt: '2029-01-01T00:00:00Z',
      completedAt: '2029-06-01T00:00:00Z',
      assigneeActorIds: [world.mia.actorId, world.ada.actorId],
    }),
  async 'a card that is archived'({ one }) {
    await allowed(world.ada, 'card.update', { cardId: one, archived: true })
  },
  async 'a card that is archived and comes back'({ one }) {
    for (const archived of [true, false]) await allowed(world.ada, 'card.update', { cardId: one, archived })
  },
  async 'a card that blocks another, and is completed'({ one, two }) {
    await allowed(world.ada, 'relation.put', { cardId: one, otherCardId: two, kind: 'blocks' })
    await allowed(world.ada, 'card.update', { cardId: one, completedAt: '2029-06-01T00:00:00Z' })
  },
  async 'a card that blocks another no more'({ one, two }) {
    const input = { cardId: one, otherCardId: two, kind: 'blocks' } as const
    await allowed(world.ada, 'relation.put', input)
    await allowed(world.ada, 'relation.delete', input)
  },
  async 'a checklist that is worked on'({ one }) {
    const items = []
    for (const text of ['a', 'b', 'c']) items.push((await allowed(world.ada, 'checklist.add', { cardId: one, text })).id)
    const [first = '', second = '', third = ''] = items
    for (const id of [first, second]) await allowed(world.ada, 'checklist.update', { checklistItemId: id, done: true })
    await allowed(world.ada, 'checklist.update', { checklistItemId: first, done: false })
    await allowed(world.ada, 'checklist.update', { checklistItemId: third, text: 'changed' })
    await allowed(world.ada, 'checklist.remove', { checklistItemId: second })
  },
  async 'comments and links that come and go'({ one }) {
    const { id } = await allowed(world.ada, 'comment.create', { cardId: one, body: 'Look, @mia' })
    await allowed(world.ada, 'comment.create', { cardId: one, body: 'Two' })
    await allowed(world.ada, 'comment.delete', { commentId: id })
    const { id: attachmentId } = await allowed(world.ada, 'attachment.add', { cardId: one, url: 'https://example.com/' })
    await allowed(world.ada, 'attachment.delete', { attachmentId })
  },
  async 'a cover that is set, and goes with its image'({ one, two }) {
    const file = () => new File([new Uint8Array(png(4, 4))], 'dot.png', { type: 'image/png' })
    for (const cardId of [one, two]) {
      const { id } = await allowed(world.ada, 'attachment.add', { cardId, file: file() })
      await allowed(world.ada, 'card.update', { cardId, coverAttachmentId: id })
      if (cardId === one) await allowed(world.ada, 'attachment.delete', { attachmentId: id })
    }
  },
  async 'a label that goes from the cards that wore it'({ boardId, one, two }) {
    const { id } = await allowed(world.ada, 'label.create', { boardId, name: 'Old', color: 'red' })
    for (const cardId of [one, two]) await allowed(world.ada, 'card.label', { cardId, labelId: id })
    await allowed(world.ada, 'label.update', { labelId: id, name: 'Older', color: 'blue' })
    await allowed(world.ada, 'label.delete', { labelId: id })
  },
  async 'members who come, change and go with what they held'({ boardId, one }) {
    const { actorId } = world.eve
    await allowed(world.ada, 'member.add', { boardId, actorId, role: 'viewer' })
    await allowed(world.ada, 'member.update', { boardId, actorId, role: 'member' })
    await allowed(world.ada, 'card.assign', { cardId: one, actorId })
    await allowed(world.eve, 'me.update', { name: 'Eve Renamed' })
    await allowed(world.ada, 'member.remove', { boardId, actorId })
    // An agent of hers is asked for twice: one request is withdrawn, one accepted.
    const { id: agentActorId } = await allowed(world.eve, 'agent.create', { name: 'Wanted' })
    const ask = () => allowed(world.ada, 'member.add', { boardId, actorId: agentActorId, role: 'member' })
    await ask()
    await allowed(world.ada, 'member.remove', { boardId, actorId: agentActorId })
    const asked = await ask()
    const requestId = 'requestId' in asked ? asked.requestId : ''
    await allowed(world.eve, 'agent.settleRequest', { agentActorId, requestId, accept: true })
  },
  'an agent that can no longer be mentioned': () =>
    allowed(world.ada, 'agent.update', { agentActorId: world.robo.actorId, name: 'Robo II', capabilities: { mentionable: false } }),
  async 'a session from its question to its end'({ one }) {
    const { session } = await allowed(world.ada, 'delegation.set', { cardId: one, agentActorId: world.robo.actorId })
    const post = { sessionId: session.id }
    await allowed(world.robo, 'session.post', { ...post, op: 'update', state: 'working', statusText: 'Reading' })
    await allowed(world.robo, 'session.post', { ...post, op: 'log', payload: { tool: 'grep' } })
    await allowed(world.robo, 'session.post', { ...post, op: 'ask_human', question: 'Which?', options: ['A', 'B'] })
    await allowed(world.ada, 'session.answer', { ...post, answer: 'A' })
    await allowed(world.ada, 'session.stop', post)
    await allowed(world.robo, 'session.post', { ...post, op: 'complete', summary: 'Done.' })
  },
  async 'a session that fails, and a delegation that is taken back'({ one }) {
    const input = { cardId: one, agentActorId: world.robo.actorId }
    const { session } = await allowed(world.ada, 'delegation.set', input)
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'fail', reason: 'No luck' })
    await allowed(world.ada, 'delegation.set', input)
    await allowed(world.ada, 'delegation.clear', { cardId: one })
  },
}

test.each(Object.entries(scenes))('frames of %s applied to the old tree equal a fresh fetch', async (_, scene) => {
  const { board, elsewhere } = { board: await makeBoard(world), elsewhere: await makeBoard(world, { name: 'Elsewhere' }) }
  const [one, two] = [(await board.card('One')).id, (await board.card('Two')).id]
  await follows(board.id, () => scene({ boardId: board.id, lists: board.lists, one, two, elsewhere }))
})

test('frames of moves into one slot, until its list gets new ranks, equal a fresh fetch', async () => {
  const board = await makeBoard(world)
  const [top, ...others] = [(await board.card('One')).id, (await board.card('Two')).id, (await board.card('Three')).id]
  let turn = 0
  const moveBelowTop = async () => (await allowed(world.ada, 'card.update', { cardId: others[turn++ % 2] ?? '', beforeId: top ?? '' })).rank
  while ((await moveBelowTop()).length < 62);
  await follows(board.id, async () => {
    let rank = ''
    do rank = await moveBelowTop()
    while (rank.length > 10)
    await moveBelowTop()
  })
})

/** They change nothing that a tree shows, and no quick act brings them about. */
const notActed: readonly Verb[] = ['board.created', 'board.imported', 'card.due_soon', 'rule.run']

test('every verb that a service records has been followed', () => {
  const left = verbNames.filter((verb) => !seen.has(verb) && !verb.startsWith('vcs.') && !notActed.includes(verb))
  expect(left).toEqual([])
})
