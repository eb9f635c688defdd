import { catalogue, type OperationName, type OperationSpec } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../../packages/server/test/attachments/files.ts'
import { actable, makeReady } from '../../src/acts.ts'
import { call } from '../../src/call.ts'
import { allowed } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

/** Ids of a board that the caller does not see, put where only those of the authorised board belong (F60, F62). */
let world: World
/** The same people, with Zoe instead of Ada: her things are on boards of hers. */
let elsewhere: World

beforeAll(async () => {
  world = await startWorld()
  const { tandem } = world
  const person = await tandem.register('Zoe')
  const robo = as(tandem, await tandem.agent(person, 'Zed'))
  const [mia, vic] = [as(tandem, await tandem.register('Max')), as(tandem, await tandem.register('Val'))]
  elsewhere = { ...world, person, robo, mia, vic, ada: as(tandem, person) }
})
afterAll(() => world?.tandem.stop())

const seqOf = (of: World, board: Board) => board.tree(of.ada).then((tree) => tree.seq)
const idsInPath = (name: OperationName) => [...catalogue[name].rest.matchAll(/:(\w+Id)\b/g)].map((match) => match[1] ?? '')

/** Removing something that is already gone succeeds: these answer 204 and change nothing. */
const idempotent: readonly OperationName[] = ['card.unlabel', 'card.field.clear', 'card.unassign', 'relation.delete', 'link.delete']
const nested = actable.flatMap((name) => {
  const [, ...children] = idsInPath(name)
  return children.map((child) => [name, child] as const)
})

describe('under a path of a board that one may change, nothing of another board is found (F60)', () => {
  test.each(nested)('%s with a foreign %s', async (name, child) => {
    const [own, foreign] = [await makeReady(world, name), await makeReady(elsewhere, name)]
    const before = [await seqOf(world, own.board), await seqOf(elsewhere, foreign.board)]
    const answer = await own.send({ [child]: foreign.input[child] })
    expect(answer.ok ? answer.status : answer.code).toBe(idempotent.includes(name) ? 204 : 'not_found')
    expect([await seqOf(world, own.board), await seqOf(elsewhere, foreign.board)]).toEqual(before)
    // Its own child is not found either under a path that the caller cannot see. The path of an actor is refused as forbidden, because
    // actors are known to all.
    const [parent = ''] = idsInPath(name)
    const underForeign = await own.send({ [parent]: foreign.input[parent] })
    expect(underForeign).toMatchObject({ ok: false, code: parent === 'actorId' ? 'forbidden' : 'not_found' })
    expect([await seqOf(world, own.board), await seqOf(elsewhere, foreign.board)]).toEqual(before)
    // Both exist, and their owners find them.
    expect([await own.send(), await foreign.send()]).toMatchObject([{ ok: true }, { ok: true }])
  })

  test('nor with the child of a board that one sees too', async () => {
    const [one, two] = [await makeBoard(world), await makeBoard(world)]
    const { webhook } = await allowed(world.ada, 'webhook.create', { boardId: two.id, url: 'http://127.0.0.1:1025/', events: ['*'] })
    const label = await allowed(world.ada, 'label.create', { boardId: two.id, name: 'x', color: 'red' })
    const field = await allowed(world.ada, 'field.create', { boardId: two.id, name: 'x', type: 'text' })
    const { id: cardId } = await one.card()
    const refusals = [
      await call(world.ada, 'webhook.update', { boardId: one.id, webhookId: webhook.id, active: false }),
      await call(world.ada, 'webhook.delete', { boardId: one.id, webhookId: webhook.id }),
      await call(world.ada, 'card.label', { cardId, labelId: label.id }),
      await call(world.ada, 'card.field.set', { cardId, fieldId: field.id, value: 'x' }),
    ]
    expect(refusals.map((answer) => !answer.ok && answer.code)).toEqual(Array.from(refusals, () => 'not_found'))
    expect(await allowed(world.ada, 'webhook.list', { boardId: two.id })).toMatchObject([{ id: webhook.id, active: true }])
  })
})

const image = () => new File([new Uint8Array(png(4, 4))], 'dot.png', { type: 'image/png' })

/** Two ids that a body may name together: one of the board, one that is not. */
type Pair = { own: string; foreign: string }
type Pairs = Record<'list' | 'card' | 'checklist' | 'label' | 'person' | 'agent' | 'session' | 'image', Pair>

async function pairs(on: Board, off: Board, cardId: string): Promise<Pairs> {
  const of = async (by: World, board: Board, onCard: string) => {
    const { id: session } = await allowed(by.robo, 'session.open', { cardId: onCard })
    return {
      list: board.lists[1] ?? '',
      card: (await board.card()).id,
      person: by.mia.actorId,
      agent: by.robo.actorId,
      session,
      checklist: (await allowed(by.ada, 'checklist.add', { cardId: onCard, text: 'x' })).id,
      image: (await allowed(by.ada, 'attachment.add', { cardId: onCard, file: image() })).id,
      label: (await allowed(by.ada, 'label.create', { boardId: board.id, name: 'x', color: 'red' })).id,
    }
  }
  const [own, foreign] = [await of(world, on, (await on.card()).id), await of(elsewhere, off, (await off.card()).id)]
  own.checklist = (await allowed(world.ada, 'checklist.add', { cardId, text: 'y' })).id
  return Object.fromEntries(Object.keys(own).map((key) => [key, pairOf(own, foreign, key as keyof typeof own)])) as Pairs
}

const pairOf = <K extends string>(own: Record<K, string>, foreign: Record<K, string>, key: K): Pair => ({
  own: own[key],
  foreign: foreign[key],
})

/** The kind of record behind each id of a body; neighbours are of the same kind as the record between them. */
const named: Record<string, keyof Pairs> = {
  listId: 'list',
  labelIds: 'label',
  coverAttachmentId: 'image',
  checklistItemIds: 'checklist',
  assigneeActorIds: 'person',
  assigneeActorId: 'person',
  actorId: 'person',
  agentActorId: 'agent',
  questionEventId: 'session',
  sessionId: 'session',
}
/** Ids of a body that name nothing on a board. */
const ofNoBoardInBodies: readonly string[] = [
  'clientMutationId',
  'externalId',
  'externalUserId',
  'tokenId',
  'member.add actorId',
  'token.create actorId',
]

const bodyIds = actable.flatMap((name) => {
  const { input, access } = catalogue[name] as OperationSpec
  if (!('target' in access)) return []
  const keys = Object.keys(input.shape).filter((key) => /Ids?$/.test(key) && !idsInPath(name).includes(key))
  return keys.filter((key) => ![key, `${name} ${key}`].some((one) => ofNoBoardInBodies.includes(one))).map((key) => [name, key] as const)
})

describe('of ids that a body names together one foreign is enough: refused, and nothing of it is done (F62)', () => {
  test.each(bodyIds)('%s with a foreign %s', async (name, key) => {
    const kind = key === 'beforeId' || key === 'afterId' ? (name.split('.')[0] as 'list' | 'card' | 'checklist') : named[key]
    if (kind === undefined) throw new Error(`nothing says what ${key} names: add it to the names of this test`)
    const act = await makeReady(world, name)
    const foreign = await makeBoard(elsewhere)
    const cardId = String(act.input.cardId ?? (await cardOf(act.board, act.input)))
    const pair = (await pairs(act.board, foreign, cardId))[kind]
    const other = key === 'beforeId' ? { afterId: pair.own } : key === 'afterId' ? { beforeId: pair.own } : {}
    const value = key.endsWith('Ids') ? [pair.own, pair.foreign] : pair.foreign
    const before = [await act.board.tree(world.ada), await foreign.tree(elsewhere.ada)]
    const answer = await act.send({ ...also[name], ...other, [key]: value })
    expect(answer).toMatchObject({ ok: false })
    expect(['validation', 'not_found', 'conflict', 'forbidden']).toContain(!answer.ok && answer.code)
    expect([await act.board.tree(world.ada), await foreign.tree(elsewhere.ada)]).toEqual(before)
  })

  /** Something else that the same request asks for, and that must not be done either. */
  const also: Partial<Record<OperationName, Record<string, unknown>>> = {
    'card.update': { title: 'Half done', priority: 'high' },
    'list.update': { name: 'Half done' },
    'checklist.update': { text: 'Half done' },
  }
})

/** The card of an item that an act is about. */
async function cardOf(board: Board, input: Record<string, unknown>): Promise<string> {
  const { lists } = await board.tree()
  for (const { id: cardId } of lists.flatMap((list) => list.cards)) {
    const { card } = await allowed(world.ada, 'card.get', { cardId })
    if (card.checklistItems.some((item) => item.id === input.checklistItemId)) return cardId
  }
  return (await board.card()).id
}
