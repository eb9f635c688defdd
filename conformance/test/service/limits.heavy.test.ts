import { afterAll, beforeAll, expect } from 'vitest'
import type { Caller } from '../../src/call.ts'
import { call } from '../../src/call.ts'
import type { RequirementId } from '../../src/requirements.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let plugin: Caller
beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
  plugin = await makePlugin(world, board.id)
})
afterAll(() => world?.tandem.stop())

type Add = (cardId: string, at: number) => ReturnType<typeof call>
const trigger = { verb: 'card.updated' as const }
const limits: [RequirementId, number, Add][] = [
  [
    'limit.rules',
    100,
    (_, at) => call(world.ada, 'rule.create', { boardId: board.id, name: `${at}`, trigger, actions: [{ type: 'complete_card' }] }),
  ],
  ['limit.labels', 500, (_, at) => call(world.ada, 'label.create', { boardId: board.id, name: `${at}`, color: 'red' })],
  ['limit.fields', 100, (_, at) => call(world.ada, 'field.create', { boardId: board.id, name: `${at}`, type: 'text' })],
  ['limit.checklist', 500, (cardId, at) => call(world.ada, 'checklist.add', { cardId, text: `${at}` })],
  [
    'limit.attachments',
    500,
    (cardId, at) => call(world.ada, 'attachment.add', { cardId, url: `https://example.com/${at}`, name: `${at}` }),
  ],
  [
    'limit.links',
    200,
    (cardId, at) => call(plugin, 'link.put', { cardId, externalSystem: 'x', externalId: `${at}`, externalUrl: 'https://example.com/' }),
  ],
  [
    'limit.relations',
    200,
    async (cardId, at) => {
      const other = await board.card(`${at}`)
      return call(world.ada, 'relation.put', { cardId, otherCardId: other.id, kind: 'relates' })
    },
  ],
]

for (const [id, most, add] of limits) {
  scenario(`${id}: ${most} are taken, and the next one is refused`, [id], async () => {
    const { id: cardId } = await board.card(id)
    for (let from = 0; from < most; from += 20) {
      const added = await Promise.all(Array.from({ length: Math.min(20, most - from) }, (_, at) => add(cardId, from + at)))
      expect(added.filter((answer) => !answer.ok)).toEqual([])
    }
    const refusal = await add(cardId, most)
    const { seq } = await allowed(world.ada, 'board.tree', { boardId: board.id })
    expect(refusal).toMatchObject({ ok: false, message: expect.stringContaining(String(most)) })
    const again = await add(cardId, most)
    expect(again.ok).toBe(false)
    if (id !== 'limit.relations') expect((await allowed(world.ada, 'board.tree', { boardId: board.id })).seq).toBe(seq)
  })
}
