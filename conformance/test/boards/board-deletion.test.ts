import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { sampleAttributes } from '../../../packages/server/test/kit/attributes.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let boardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  boardId = board.id
})

const archive = () => allowed(world.ada, 'board.update', { boardId, archived: true })
/** The name goes in the body. */
const remove = (name?: string) => world.person.delete(`/api/boards/${boardId}`, name === undefined ? {} : { name })

scenario(
  'a board is deleted once it is archived, by an admin who repeats its name',
  ['board.delete.archived-only', 'board.delete.name-repeated', 'board.delete.admin-only'],
  async () => {
    expect([(await remove('Engine')).status, (await board.tree()).id]).toEqual([409, boardId])
    await archive()
    for (const name of [undefined, '', 'engine', 'Engin', 'Engine ']) expect([name, (await remove(name)).status]).toEqual([name, 400])
    for (const who of [world.mia, world.vic, world.robo]) await refused(who, 'board.delete', { boardId, name: 'Engine' }, 'forbidden')
    await refused(world.eve, 'board.delete', { boardId, name: 'Engine' }, 'not_found')
    expect((await board.tree()).id).toBe(boardId)
    const removed = await remove('Engine')
    expect([removed.status, removed.text]).toEqual([204, ''])
  },
)

scenario('a deleted board is gone with all that was on it, and no other board is', ['board.delete.gone'], async () => {
  const { ada, mia, robo } = world
  const { id: cardId, key } = await board.card('gone', { assigneeActorIds: [mia.actorId] })
  const { id: commentId } = await allowed(mia, 'comment.create', { cardId, body: 'gone' })
  const { id: sessionId } = await allowed(robo, 'session.open', { cardId })
  const other = await makeBoard(world)
  await other.card('stays')
  await archive()
  expect((await remove('Engine')).status).toBe(204)
  await refused(ada, 'board.tree', { boardId }, 'not_found')
  await refused(ada, 'board.activity', { boardId }, 'not_found')
  await refused(ada, 'board.update', { boardId, archived: false }, 'not_found')
  await refused(ada, 'card.get', { cardId }, 'not_found')
  await refused(ada, 'card.getByKey', { key }, 'not_found')
  await refused(mia, 'comment.update', { commentId, body: 'back' }, 'not_found')
  await refused(robo, 'session.post', { sessionId, op: 'progress', note: 'on' }, 'not_found')
  for (const archived of [true, false]) {
    expect((await allowed(ada, 'board.list', { archived })).map(({ id }) => id)).not.toContain(boardId)
  }
  expect((await allowed(mia, 'notification.list', {})).filter((row) => row.boardId === boardId)).toEqual([])
  expect((await allowed(mia, 'me.work', {})).assigned.filter((card) => card.boardId === boardId)).toEqual([])
  expect([(await remove('Engine')).status, await other.titles()]).toEqual([404, 'stays'])
})

scenario(
  'the face of a card says all about it, and whether another one blocks it',
  ['board.tree.card-summary', 'board.tree.blocked'],
  async () => {
    const { ada, mia, robo } = world
    const { id: labelId } = await allowed(ada, 'label.create', { boardId, name: 'bug', color: 'red' })
    const made = await board.card('A', { labelIds: [labelId], assigneeActorIds: [mia.actorId], ...sampleAttributes })
    const blocker = await board.card('B')
    const cardId = made.id
    await allowed(mia, 'comment.create', { cardId, body: 'One' })
    await allowed(mia, 'attachment.add', { cardId, url: 'https://example.com/plan' })
    await allowed(mia, 'checklist.add', { cardId, text: 'one' })
    const { session } = await allowed(mia, 'delegation.set', { cardId, agentActorId: robo.actorId })
    const face = async (id = cardId) => (await board.tree()).lists.flatMap(({ cards }) => cards).find((card) => card.id === id)
    const { delegation, updatedAt, rank } = (await face()) ?? {}
    expect(await face()).toEqual({
      id: cardId,
      number: 1,
      key: made.key,
      title: 'A',
      listId: board.lists[0],
      rank,
      ...sampleAttributes,
      completedAt: null,
      archivedAt: null,
      labelIds: [labelId],
      assigneeActorIds: [mia.actorId],
      delegation,
      blocked: false,
      progress: { done: 0, total: 0 },
      checklist: { done: 0, total: 1 },
      commentCount: 1,
      attachmentCount: 1,
      coverAttachmentId: null,
      version: expect.any(Number),
      updatedAt,
      session: { id: session.id, state: 'queued', statusText: null, stale: false, stopRequestedAt: null },
      review: null,
    })
    expect(delegation).toMatchObject({ agentActorId: robo.actorId, delegatedByActorId: mia.actorId })
    const block = { cardId: blocker.id, otherCardId: cardId, kind: 'blocks' } as const
    await allowed(mia, 'relation.put', block)
    expect([(await face())?.blocked, (await face(blocker.id))?.blocked]).toEqual([true, false])
    await allowed(mia, 'card.update', { cardId: blocker.id, completedAt: '2026-12-01T08:00:00.000Z' })
    expect((await face())?.blocked).toBe(false)
    await allowed(mia, 'card.update', { cardId: blocker.id, completedAt: null })
    expect((await face())?.blocked).toBe(true)
    await allowed(mia, 'relation.delete', block)
    expect((await face())?.blocked).toBe(false)
  },
)
