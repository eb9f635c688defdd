import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshTree } from '../../src/domain/boards/tree/refresh.ts'
import { buildTree, type Tree } from '../../src/domain/boards/tree/tree.ts'
import { longestRank } from '../../src/domain/rank.ts'
import { plainOf } from '../../src/kernel/common/concatenated-gzip.ts'
import { movableClock } from '../kit/clock.ts'
import type { Answer } from '../kit/http.ts'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

const sixMinutes = 360_000
const clock = movableClock()

/** A cached tree is made from an older one and the log. It must be, byte for byte, the one that is read anew. */
describe('a tree made from an older one', () => {
  let team: Team
  let other: { boardId: string; listId: string }
  let lists: string[] = []
  let labels: string[] = []
  const held: Record<string, Tree> = {}

  beforeAll(async () => {
    team = await startTeam({ clock })
    const { ada } = team
    lists = (await ada.get(`/api/boards/${team.boardId}`)).body.lists.map(({ id }: { id: string }) => id)
    for (const name of ['Bug', 'Idea']) labels.push((await ada.post(`/api/boards/${team.boardId}/labels`, { name, color: 'red' })).body.id)
    const { id: boardId } = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body
    other = { boardId, listId: (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id }
    for (let n = 0; n < 150; n++) await team.newCard({ title: `Card ${n}` })
  })
  afterAll(() => team?.stop())

  const deps = () => ({ database: team.tandem.database, clock, staleAfterMs: 5 * 60_000 })
  const textOf = async ({ pieces }: Tree) => JSON.parse((await plainOf(pieces)).toString())

  /** Whether the older tree was enough, for the tree without and with what is archived. */
  async function follows(what: string): Promise<boolean[]> {
    const enough: boolean[] = []
    for (const archived of [false, true]) {
      const key = String(archived)
      const anew = await buildTree(deps(), team.boardId, archived)
      const refreshed = held[key] && (await refreshTree(deps(), held[key], { boardId: team.boardId, archived }))
      if (refreshed) {
        expect(await textOf(refreshed), what).toEqual(await textOf(anew))
        expect([...refreshed.staleAt].sort(), what).toEqual([...anew.staleAt].sort())
      }
      // A tree does not live for so long otherwise.
      held[key] = refreshed ? { ...refreshed, builtAtMs: clock.now() } : anew
      enough.push(refreshed !== undefined)
    }
    return enough
  }

  const random = seeded(20_261_127)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const cards = async (of = team.boardId): Promise<any[]> =>
    (await team.ada.get(`/api/boards/${of}?archived=true`)).body.lists.flatMap((list: any) => list.cards)
  const card = async (is: (card: any) => boolean = () => true): Promise<string> =>
    one((await cards()).filter(is))?.id ?? (await team.newCard())
  const isOpen = ({ archivedAt }: any) => archivedAt === null
  const patch = (id: string, body: object) => team.ada.patch(`/api/cards/${id}`, body)

  /** Acts on cards: the log names each card whose tile changes, or its sub-card. */
  const acts: Record<string, () => Promise<Answer | undefined>> = {
    create: () => team.ada.post(`/api/lists/${one(lists)}/cards`, { title: 'New' }),
    'create on top': async () => team.ada.post(`/api/lists/${one(lists)}/cards`, { title: 'Top', beforeId: null }),
    'retitle, in other alphabets': async () => patch(await card(isOpen), { title: `Grüße 日本 ${random()}` }),
    'date, priority, estimate': async () => patch(await card(isOpen), { dueAt: '2027-01-01T00:00:00.000Z', priority: 'high', estimate: 3 }),
    move: async () => patch(await card(isOpen), { listId: one(lists) }),
    'move below another': async () => {
      const beforeId = await card(isOpen)
      const { listId } = (await cards()).find(({ id }) => id === beforeId)
      return patch(await card(({ id, archivedAt }) => archivedAt === null && id !== beforeId), { listId, beforeId })
    },
    complete: async () => patch(await card(isOpen), { completedAt: one([null, '2026-01-01T00:00:00.000Z']) }),
    archive: async () => patch(await card(), { archived: one([true, false]) }),
    assign: async () => team.ada.post(`/api/cards/${await card(isOpen)}/assignees`, { actorId: one([team.ada, team.bob]).actorId }),
    unassign: async () => team.ada.delete(`/api/cards/${await card(({ assigneeActorIds: [any] }) => any)}/assignees/${team.bob.actorId}`),
    label: async () => team.ada.put(`/api/cards/${await card(isOpen)}/labels/${one(labels)}`, {}),
    comment: async () => team.ada.post(`/api/cards/${await card(isOpen)}/comments`, { body: 'Seen' }),
    checklist: async () => team.ada.post(`/api/cards/${await card(isOpen)}/checklist-items`, { text: 'Part' }),
    block: async () => team.ada.put(`/api/cards/${await card(isOpen)}/relations/${await card(isOpen)}`, { kind: 'blocks' }),
    parent: async () => team.ada.put(`/api/cards/${await card(isOpen)}/relations/${await card(isOpen)}`, { kind: 'parent' }),
    unrelate: async () => team.ada.delete(`/api/cards/${await card(isOpen)}/relations/${await card(isOpen)}?kind=blocks`),
    delegate: async () => team.ada.post(`/api/cards/${await card(isOpen)}/delegation`, { agentActorId: team.robo.actorId }),
    undelegate: async () => team.ada.delete(`/api/cards/${await card(({ delegation }) => delegation !== null)}/delegation`),
    report: async () => {
      const { session } = one((await cards()).filter(({ session: any }) => any)) ?? {}
      return (
        session &&
        team.post(session.id, one([{ op: 'update', state: 'working' }, { op: 'ask_human', question: 'Which?' }, { op: 'complete' }]))
      )
    },
    'block from another board': async () => {
      const there = (await team.ada.post(`/api/lists/${other.listId}/cards`, { title: 'There' })).body.id
      return team.ada.put(`/api/cards/${there}/relations/${await card(isOpen)}`, { kind: one(['blocks', 'parent']) })
    },
    'complete on another board': async () =>
      patch(one(await cards(other.boardId))?.id ?? (await card()), { completedAt: '2026-01-01T00:00:00.000Z' }),
    'move to another board': async () => patch(await card(isOpen), { listId: other.listId }),
    'move back': async () => patch(one(await cards(other.boardId))?.id ?? (await card()), { listId: one(lists) }),
    'time passes': async () => {
      clock.advance(sixMinutes)
      return undefined
    },
  }
  /** Acts on the board, its lists, labels and members. */
  const rest: Record<string, () => Promise<Answer>> = {
    'new list': () => team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'More' }),
    'rename list': () => team.ada.patch(`/api/lists/${one(lists)}`, { name: `List ${random()}` }),
    'archive list': () => team.ada.patch(`/api/lists/${lists[2]}`, { archived: one([true, false]) }),
    'rename label': () => team.ada.patch(`/api/labels/${one(labels)}`, { name: `Label ${random()}` }),
    'delete label': () => team.ada.delete(`/api/labels/${labels.pop()}`),
    'rename board': () => team.ada.patch(`/api/boards/${team.boardId}`, { name: `Board ${random()}` }),
    'member leaves': () => team.ada.delete(`/api/boards/${team.boardId}/members/${team.bob.actorId}`),
    'delete card': async () => {
      const id = await card()
      await patch(id, { archived: true })
      return team.ada.delete(`/api/cards/${id}`)
    },
  }

  test('is the one that is read anew, after each of 300 acts at random', async () => {
    await follows('at first')
    const done = new Map<string, number>()
    let [enough, all] = [0, 0]
    for (let n = 0; n < 300; n++) {
      const name = one(Object.keys(acts))
      const answer = await acts[name]?.()
      if (answer && answer.status < 300) done.set(name, (done.get(name) ?? 0) + 1)
      for (const each of await follows(`${n}: ${name}`)) {
        all += 1
        if (each) enough += 1
      }
    }
    expect(Object.keys(acts).filter((name) => name !== 'time passes' && !done.has(name))).toEqual([])
    expect(enough).toBe(all)
  })

  test('also after acts on the board, which may need it anew', async () => {
    for (let n = 0; n < 3; n++) {
      for (const [name, act] of Object.entries(rest)) {
        await act()
        await follows(name)
      }
    }
  })

  test('is read anew after ten minutes, and where the log is another one', async () => {
    await follows('before')
    const old = held.false as Tree
    const again = (tree: Tree) => refreshTree(deps(), tree, { boardId: team.boardId, archived: false })
    expect(await again(old)).toBeDefined()
    expect(await again({ ...old, builtAtMs: clock.now() - 600_001 })).toBeUndefined()
    expect(await again({ ...old, frame: { ...old.frame, board: { ...old.frame.board, lastActivityId: team.boardId } } })).toBeUndefined()
  })

  test('is read anew after the ranks of a list are spread, which the log does not tell', async () => {
    const { pool } = team.tandem.database
    const { lists: shown } = (await team.ada.get(`/api/boards/${team.boardId}`)).body
    const [first, second, third] = shown[0].cards
    await pool.query('update cards set rank = $2 where id = $1', [second.id, `${first.rank}${'0'.repeat(longestRank)}1`])
    for (const key of ['false', 'true']) delete held[key]
    await follows('crowded')
    expect((await patch(third.id, { beforeId: first.id, afterId: second.id })).status).toBe(200)
    expect(await follows('spread')).toEqual([false, false])
    expect((await patch(third.id, { beforeId: null })).status).toBe(200)
    expect(await follows('moved')).toEqual([true, true])
  })
})

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
