import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { created } from '../sessions/fixture/team.ts'
import { importFile } from '../transfer/files.ts'
import { rowsOf, type Stage, stageAt } from './stage.ts'

let stage: Stage
const hour = 3_600_000

describe('cards that go back and forth', () => {
  let ids: { a: string; b: string; c: string }
  const whole = 'from=2026-03-01&to=2026-03-09'
  const expected = [
    ['2026-03-01', 0, 0, 0, 0],
    ['2026-03-02', 0, 2, 0, 0],
    ['2026-03-03', 0, 1, 2, 0],
    ['2026-03-04', 0, 2, 1, 0],
    ['2026-03-05', 0, 1, 2, 0],
    ['2026-03-06', 1, 0, 1, 0],
    ['2026-03-07', 2, 0, 0, 0],
    ['2026-03-08', 1, 1, 1, 0],
    ['2026-03-09', 1, 1, 1, 0],
  ]

  beforeAll(async () => {
    stage = await stageAt('2026-03-02T09:00:00Z')
    const { lists, card, move, change, complete, goTo } = stage
    const [a, b] = [await card('A'), await card('B')]
    goTo('2026-03-03T09:00:00Z')
    await move(a, lists.doing)
    const c = await card('C', lists.doing)
    goTo('2026-03-04T09:00:00Z')
    await move(a, lists.todo)
    goTo('2026-03-05T08:00:00Z')
    for (const list of [lists.doing, lists.done, lists.doing]) await move(a, list)
    goTo('2026-03-06T10:30:00Z')
    await complete(a)
    await change(b, { archived: true })
    goTo('2026-03-07T09:00:00Z')
    await change(a, { archived: true })
    await complete(c)
    await change(c, { completedAt: '2026-03-07T08:00:00Z' })
    goTo('2026-03-08T09:00:00Z')
    await change(c, { completedAt: null })
    await change(b, { archived: false })
    goTo('2026-03-09T09:00:00Z')
    ids = { a, b, c }
  })
  afterAll(() => stage?.stop())

  test('stand at the end of each day where the log left them; what is completed stays so when it is archived', async () => {
    const { flow } = await stage.insights(whole)
    expect(flow.lists).toEqual(
      Object.values(stage.lists).map((id, at) => ({ id, name: ['To do', 'In progress', 'Done'][at], archivedAt: null })),
    )
    expect(rowsOf({ flow })).toEqual(expected)
  })

  test('are the same in every range of days that contains them', async () => {
    for (const [from, to] of [
      [0, 0],
      [3, 5],
      [4, 8],
      [6, 6],
      [8, 8],
    ] as const) {
      const rows = rowsOf(await stage.insights(`from=${expected[from]?.[0]}&to=${expected[to]?.[0]}`))
      expect(rows).toEqual(expected.slice(from, to + 1))
    }
  })

  test('took from when work first began to the completion that stands; what was opened again is not counted', async () => {
    const { cycle, throughput } = await stage.insights(whole)
    expect(cycle).toMatchObject({ startListId: stage.lists.doing, measured: 1, unmeasured: 0 })
    const cycleMs = 3 * 24 * hour + 1.5 * hour
    expect(cycle.cards).toEqual([
      {
        cardId: ids.a,
        key: 'ENG-1',
        title: 'A',
        startedAt: '2026-03-03T09:00:00.000Z',
        completedAt: '2026-03-06T10:30:00.000Z',
        cycleMs,
      },
    ])
    expect(cycle).toMatchObject({ p50: cycleMs, p85: cycleMs, p95: cycleMs })
    expect(throughput).toEqual([
      { from: '2026-03-01', to: '2026-03-01', completed: 0 },
      { from: '2026-03-02', to: '2026-03-08', completed: 1 },
      { from: '2026-03-09', to: '2026-03-09', completed: 0 },
    ])
  })

  test('begin where the reader says that work begins', async () => {
    const start = async (listId: string) => (await stage.insights(`${whole}&startListId=${listId}`)).cycle
    expect((await start(stage.lists.todo)).cards).toMatchObject([{ startedAt: '2026-03-02T09:00:00.000Z' }])
    expect((await start(stage.lists.done)).cards).toMatchObject([{ startedAt: '2026-03-05T08:00:00.000Z' }])
  })
})

describe('what a board goes through', () => {
  beforeEach(async () => {
    stage = await stageAt('2026-05-04T09:00:00Z')
  })
  const days = 'from=2026-05-04&to=2026-05-07'

  test('a list that is renamed keeps its cards, and one that is archived is shown as long as cards stood in it', async () => {
    const { ada, lists, card, goTo, boardId } = stage
    await card('A', lists.doing)
    goTo('2026-05-05T09:00:00Z')
    await ada.patch(`/api/lists/${lists.doing}`, { name: 'At work' })
    goTo('2026-05-06T09:00:00Z')
    await ada.patch(`/api/lists/${lists.doing}`, { archived: true })
    goTo('2026-05-07T09:00:00Z')
    const shown = await stage.insights(days)
    expect(shown.flow.lists.map((list: { name: string }) => list.name)).toEqual(['To do', 'At work', 'Done'])
    expect(shown.flow.lists[1].archivedAt).toBe('2026-05-06T09:00:00.000Z')
    expect(rowsOf(shown).map((row) => row[3])).toEqual([1, 1, 0, 0])
    expect((await stage.insights('from=2026-05-06')).flow.lists.map((list: { name: string }) => list.name)).toEqual(['To do', 'Done'])
    await ada.patch(`/api/lists/${lists.doing}`, { archived: false })
    expect(rowsOf(await stage.insights(days, boardId)).map((row) => row[3])).toEqual([1, 1, 0, 1])
    await stage.stop()
  })

  test('a card that moves to another board and back counts where it is, with what became of it elsewhere', async () => {
    const { ada, lists, card, move, complete, goTo } = stage
    const there = created(await ada.post('/api/boards', { name: 'There', template: 'kanban' }))
    const [, doingThere] = (await ada.get(`/api/boards/${there.id}`)).body.lists.map((list: { id: string }) => list.id)
    const [a, b] = [await card('A', lists.doing), await card('B', lists.doing)]
    goTo('2026-05-05T09:00:00Z')
    await move(a, doingThere)
    await move(b, doingThere)
    await complete(a)
    goTo('2026-05-06T09:00:00Z')
    await move(a, lists.done)
    goTo('2026-05-07T09:00:00Z')
    const [here, elsewhere] = [await stage.insights(days), await stage.insights(days, there.id)]
    expect(rowsOf(here).map((row) => row.slice(1))).toEqual([
      [0, 0, 2, 0],
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ])
    expect(rowsOf(elsewhere).map((row) => row.slice(1))).toEqual([
      [0, 0, 0, 0],
      [1, 0, 1, 0],
      [0, 0, 1, 0],
      [0, 0, 1, 0],
    ])
    // It was at work here first.
    expect(here.cycle.cards).toMatchObject([{ cardId: a, startedAt: '2026-05-04T09:00:00.000Z', completedAt: '2026-05-05T09:00:00.000Z' }])
    expect(elsewhere.cycle).toMatchObject({ measured: 0, unmeasured: 0 })
    expect(elsewhere.throughput).toMatchObject([{ completed: 0 }])
    await stage.stop()
  })

  test('a copy begins anew, and what is imported counts from the day on which it came, without a cycle time', async () => {
    const { ada, tandem, lists, card, complete, goTo, boardId } = stage
    const a = await card('A', lists.doing)
    await complete(a)
    goTo('2026-05-05T09:00:00Z')
    const copy = created(await ada.post(`/api/cards/${a}/copy`, {})).id
    goTo('2026-05-06T09:00:00Z')
    const shown = await stage.insights(days)
    expect(rowsOf(shown).map((row) => row.slice(1))).toEqual([
      [1, 0, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 1, 0],
    ])
    await complete(copy)
    expect((await stage.insights(days)).cycle.cards).toMatchObject([{ cardId: a }, { cardId: copy, startedAt: '2026-05-05T09:00:00.000Z' }])

    const file = (await ada.get(`/api/boards/${boardId}/export`)).text
    const { state, boardId: imported } = await importFile(tandem, ada, file, 'board.json')
    expect(state).toBe('done')
    const brought = await stage.insights(days, imported)
    expect(rowsOf(brought).map((row) => row[1])).toEqual([0, 0, 2])
    expect(brought.cycle).toMatchObject({ measured: 0, unmeasured: 2, p50: null })
    expect(brought.throughput).toMatchObject([{ completed: 2 }])
    await tandem.stop()
  })

  test('the answer follows the board: what was kept is not given out once something has happened', {
    meta: { proves: ['insights.fresh'] },
  }, async () => {
    const { card } = stage
    expect(rowsOf(await stage.insights('from=2026-05-04'))).toEqual([['2026-05-04', 0, 0, 0, 0]])
    await card('A')
    expect(rowsOf(await stage.insights('from=2026-05-04'))).toEqual([['2026-05-04', 0, 1, 0, 0]])
    stage.goTo('2026-05-05T00:00:00Z')
    expect(rowsOf(await stage.insights('from=2026-05-04'))).toEqual([
      ['2026-05-04', 0, 1, 0, 0],
      ['2026-05-05', 0, 1, 0, 0],
    ])
    await stage.stop()
  })
})
