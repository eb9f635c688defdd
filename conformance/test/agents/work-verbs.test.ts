import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string
let by: string

beforeAll(async () => {
  world = await startWorld()
  by = world.mia.actorId
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
})

const update = (change: object) => allowed(world.mia, 'card.update', { cardId, ...change })
const delegate = (to: Who) => allowed(world.mia, 'delegation.set', { cardId, agentActorId: to.actorId })
const comment = (body: string) => allowed(world.mia, 'comment.create', { cardId, body })

scenario('moving a card is told once, with both lists and its new place', ['verb.card.moved', 'activity.row.actor'], async () => {
  const [fromListId, toListId] = board.lists
  const recorded = await board.recorded(() => update({ listId: toListId }))
  const position = (await board.tree()).lists[1]?.cards[0]?.rank
  expect(recorded).toMatchObject([{ verb: 'card.moved', cardId, actorId: by, payload: { fromListId, toListId, position } }])
  await board.card('other', {}, 1)
  const within = await board.recorded(() => update({ afterId: null }))
  expect(within).toMatchObject([{ verb: 'card.moved', payload: { fromListId: toListId, toListId } }])
  expect(await board.recorded(() => refused(world.vic, 'card.update', { cardId, listId: fromListId }, 'forbidden'))).toEqual([])
})

scenario(
  'assigning and unassigning a person are recorded once each, by every operation',
  ['verb.card.assigned', 'verb.card.unassigned'],
  async () => {
    const actorId = world.vic.actorId
    const assigned = [{ verb: 'card.assigned', cardId, actorId: by, payload: { actorId } }]
    const unassigned = [{ verb: 'card.unassigned', cardId, actorId: by, payload: { actorId } }]
    const assign = () => allowed(world.mia, 'card.assign', { cardId, actorId })
    const unassign = () => allowed(world.mia, 'card.unassign', { cardId, actorId })
    expect(await board.recorded(assign)).toMatchObject(assigned)
    expect(await board.recorded(assign)).toEqual([])
    expect(await board.recorded(unassign)).toMatchObject(unassigned)
    expect(await board.recorded(unassign)).toEqual([])
    expect(await board.recorded(() => update({ assigneeActorIds: [actorId] }))).toMatchObject(assigned)
    expect(await board.recorded(() => update({ assigneeActorIds: [] }))).toMatchObject(unassigned)
    expect(await board.recorded(() => refused(world.mia, 'card.assign', { cardId, actorId: world.eve.actorId }, 'validation'))).toEqual([])
  },
)

scenario(
  'delegating and taking it back are told with the agent and who delegated',
  ['verb.card.delegated', 'verb.card.undelegated'],
  async () => {
    const { actorId: agentActorId } = world.robo
    const [delegated, ...opened] = await board.recorded(() => delegate(world.robo))
    expect(delegated).toMatchObject({ verb: 'card.delegated', cardId, actorId: by, payload: { agentActorId, delegatedByActorId: by } })
    expect(verbsOf(opened)).toEqual(['agent_session.created'])
    expect(await board.recorded(() => delegate(world.robo))).toEqual([])
    const other = await makeAgent(world, 'Other', [board.id])
    const replaced = await board.recorded(() => delegate(other))
    expect(replaced.filter(({ verb }) => verb.startsWith('card.'))).toMatchObject([
      { verb: 'card.undelegated', cardId, payload: { agentActorId } },
      { verb: 'card.delegated', cardId, payload: { agentActorId: other.actorId } },
    ])
    const cleared = await board.recorded(() => allowed(world.mia, 'delegation.clear', { cardId }))
    expect(cleared.filter(({ verb }) => verb.startsWith('card.'))).toMatchObject([
      { verb: 'card.undelegated', cardId, actorId: by, payload: { agentActorId: other.actorId } },
    ])
    expect(await board.recorded(() => refused(world.vic, 'delegation.set', { cardId, agentActorId }, 'forbidden'))).toEqual([])
  },
)

scenario('one activity names the people mentioned in a card, and no one outside the board', ['verb.card.mentioned'], async () => {
  const mentionedActorIds = expect.toSatisfy((ids: string[]) => {
    return ids.toSorted().join() === [world.ada.actorId, world.vic.actorId].toSorted().join()
  })
  const description = `@${world.ada.handle} and @${world.vic.handle}, not @${world.eve.handle}, nor @${world.ada.handle} again`
  const recorded = await board.recorded(() => update({ description }))
  expect(verbsOf(recorded)).toEqual(['card.updated', 'card.mentioned'])
  expect(recorded[1]).toMatchObject({ cardId, actorId: by, payload: { cardId, mentionedActorIds } })
  const created = await board.recorded(() =>
    allowed(world.mia, 'card.create', { listId: board.lists[0] ?? '', title: 'New', description: `@${world.vic.handle}` }),
  )
  expect(verbsOf(created)).toEqual(['card.created', 'card.mentioned'])
  expect(created[1]?.payload).toEqual({ cardId: created[0]?.cardId, mentionedActorIds: [world.vic.actorId] })
  expect(verbsOf(await board.recorded(() => update({ description: `\`@${world.ada.handle}\`` })))).toEqual(['card.updated'])
})

scenario(
  'each act on a checklist item is told once, with the item and its text',
  [
    'verb.card.checklist-item-added',
    'verb.card.checklist-item-updated',
    'verb.card.checklist-item-completed',
    'verb.card.checklist-item-removed',
  ],
  async () => {
    const recorded = await board.recorded(() => allowed(world.mia, 'checklist.add', { cardId, text: 'one' }))
    const checklistItemId = (await allowed(world.mia, 'card.get', { cardId })).card.checklistItems[0]?.id ?? ''
    const told = (verb: string, text: string) => [{ verb, cardId, actorId: by, payload: { cardId, itemId: checklistItemId, text } }]
    expect(recorded).toMatchObject(told('card.checklist_item_added', 'one'))
    const change = (input: object) => board.recorded(() => allowed(world.mia, 'checklist.update', { checklistItemId, ...input }))
    expect(await change({ text: 'two' })).toMatchObject(told('card.checklist_item_updated', 'two'))
    expect(await change({ text: 'two' })).toEqual([])
    expect(await change({ done: true })).toMatchObject(told('card.checklist_item_completed', 'two'))
    expect(await change({ done: true })).toEqual([])
    expect(await change({ done: false })).toMatchObject(told('card.checklist_item_updated', 'two'))
    const denied = await board.recorded(() => refused(world.vic, 'checklist.update', { checklistItemId, done: true }, 'forbidden'))
    expect(denied).toEqual([])
    const removed = await board.recorded(() => allowed(world.mia, 'checklist.remove', { checklistItemId }))
    expect(removed).toMatchObject(told('card.checklist_item_removed', 'two'))
  },
)

scenario(
  'each act on a comment is told once, with the comment and its body',
  ['verb.comment.added', 'verb.comment.edited', 'verb.comment.deleted'],
  async () => {
    const [added, ...more] = await board.recorded(() => comment('It drips.'))
    const commentId = (await allowed(world.mia, 'comment.list', { cardId }))[0]?.id ?? ''
    expect(added).toMatchObject({ verb: 'comment.added', cardId, actorId: by, payload: { commentId, body: 'It drips.' } })
    expect(more).toEqual([])
    const edit = (body: string) => board.recorded(() => allowed(world.mia, 'comment.update', { commentId, body }))
    expect(await edit('It pours.')).toMatchObject([
      { verb: 'comment.edited', cardId, actorId: by, payload: { commentId, body: 'It pours.' } },
    ])
    expect(await board.recorded(() => refused(world.ada, 'comment.update', { commentId, body: 'No.' }, 'forbidden'))).toEqual([])
    const deleted = await board.recorded(() => allowed(world.ada, 'comment.delete', { commentId }))
    expect(deleted).toMatchObject([{ verb: 'comment.deleted', cardId, actorId: world.ada.actorId, payload: { cardId, commentId } }])
  },
)

scenario('who is mentioned in a comment is told after it, in one activity', ['verb.comment.mentioned'], async () => {
  const recorded = await board.recorded(() => comment(`@${world.vic.handle} look, @${world.eve.handle} do not`))
  expect(verbsOf(recorded)).toEqual(['comment.added', 'comment.mentioned'])
  const { commentId } = recorded[0]?.payload ?? {}
  const payload = { cardId, commentId, mentionedActorIds: [world.vic.actorId] }
  expect(recorded[1]).toMatchObject({ cardId, actorId: by, payload })
  expect(verbsOf(await board.recorded(() => comment(`mail me@${world.vic.handle}`)))).toEqual(['comment.added'])
})
