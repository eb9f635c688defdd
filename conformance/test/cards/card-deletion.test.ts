import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const archive = (cardId: string) => allowed(world.ada, 'card.update', { cardId, archived: true })

scenario(
  'a card is deleted once it is archived, by an admin, and not while an agent works on it',
  ['card.delete.archived-only', 'card.delete.admin-only'],
  async () => {
    const { ada, mia, vic, robo, eve } = world
    const { id: cardId } = await board.card('stays')
    await refused(ada, 'card.delete', { cardId }, 'conflict')
    const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
    await archive(cardId)
    for (const who of [mia, vic, robo]) await refused(who, 'card.delete', { cardId }, 'forbidden')
    await refused(eve, 'card.delete', { cardId }, 'not_found')
    await refused(ada, 'card.delete', { cardId }, 'conflict')
    expect((await allowed(ada, 'card.get', { cardId })).card.sessions.map(({ id }) => id)).toEqual([session.id])
    await allowed(ada, 'delegation.clear', { cardId })
    await allowed(ada, 'card.delete', { cardId })
    await refused(ada, 'card.delete', { cardId }, 'not_found')
  },
)

scenario(
  'a deleted card is gone with all that was on it, and what it was related to is not',
  ['card.delete.gone', 'card.delete.logged', 'verb.card.deleted'],
  async () => {
    const { ada, mia, robo } = world
    const { id: cardId, key } = await board.card('gone', { assigneeActorIds: [mia.actorId] })
    const parent = await board.card('parent')
    const blocked = await board.card('blocked')
    await allowed(ada, 'relation.put', { cardId: parent.id, otherCardId: cardId, kind: 'parent' })
    await allowed(ada, 'relation.put', { cardId, otherCardId: blocked.id, kind: 'blocks' })
    const { id: commentId } = await allowed(mia, 'comment.create', { cardId, body: 'gone, @ada' })
    const { id: checklistItemId } = await allowed(mia, 'checklist.add', { cardId, text: 'gone' })
    const { id: sessionId } = await allowed(robo, 'session.open', { cardId })
    await allowed(robo, 'session.post', { sessionId, op: 'update', state: 'working' })
    await allowed(robo, 'session.post', { sessionId, op: 'complete', summary: 'done' })
    await archive(cardId)
    const progress = async () => (await allowed(ada, 'card.get', { cardId: parent.id })).card.progress
    const before = await progress()
    await allowed(ada, 'card.delete', { cardId })
    await refused(ada, 'card.get', { cardId }, 'not_found')
    await refused(ada, 'card.getByKey', { key }, 'not_found')
    await refused(ada, 'card.update', { cardId, archived: false }, 'not_found')
    await refused(mia, 'comment.update', { commentId, body: 'back' }, 'not_found')
    await refused(mia, 'checklist.update', { checklistItemId, done: true }, 'not_found')
    await refused(robo, 'session.get', { sessionId }, 'not_found')
    expect(await progress()).toEqual(before)
    for (const { id } of [parent, blocked]) {
      const { card } = await allowed(ada, 'card.get', { cardId: id })
      expect([card.relations, card.blocked]).toEqual([[], false])
    }
    expect((await allowed(ada, 'board.archive.list', { boardId: board.id })).map(({ id }) => id)).not.toContain(cardId)
    for (const who of [ada, mia]) expect((await allowed(who, 'notification.list', {})).filter((row) => row.cardId === cardId)).toEqual([])
    expect((await allowed(ada, 'search.cards', { q: 'gone', boardId: [board.id] })).length).toBe(0)
    const [latest, ...earlier] = await allowed(ada, 'board.activity', { boardId: board.id })
    expect(latest).toMatchObject({ verb: 'card.deleted', cardId, payload: { cardId, key } })
    expect(earlier.some((activity) => activity.verb === 'card.created' && activity.cardId === cardId)).toBe(true)
    // Its number is not given again.
    expect((await board.card('next')).key).not.toBe(key)
  },
)
