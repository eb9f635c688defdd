import { expect } from 'vitest'
import { answerOf } from '../attachments/files.ts'
import { sampleAttributes } from '../kit/attributes.ts'
import type { Answer } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Ada's board with Mia (member), Vic (viewer), Robo (an agent, member), and a person who is not a member. */
export type Workshop = {
  tandem: TestService
  ada: Person
  mia: Person
  vic: Person
  eve: Person
  robo: Person
  board: Board
  makeBoard(by?: Person, more?: object): Promise<Board>
  join(board: Board, who: Person, role: string): Promise<void>
  /** A card with something of everything on it. */
  fullCard(board?: Board): Promise<FullCard>
  attach(cardId: string, bytes: Buffer | string, name?: string): Promise<string>
  /** The activities that an act appends to the log of a board, oldest first. */
  recorded(board: { id: string }, act: () => Promise<unknown>): Promise<any[]>
  stop(): Promise<void>
}
export type Board = { id: string; lists: string[] }
export type FullCard = { id: string; labelIds: string[]; fieldIds: string[]; fileId: string }

export async function openWorkshop(environment: Record<string, string> = {}): Promise<Workshop> {
  const tandem = await startTestService({ environment })
  const [ada, mia] = [await tandem.register('Ada'), await tandem.register('Mia')]
  const [vic, eve] = [await tandem.register('Vic'), await tandem.register('Eve')]
  const makeBoard = async (by = ada, more: object = {}): Promise<Board> => {
    const { id } = created(await by.post('/api/boards', { name: 'Engine', template: 'kanban', ...more }))
    return { id, lists: (await by.get(`/api/boards/${id}`)).body.lists.map((list: { id: string }) => list.id) }
  }
  const join = async (board: Board, { actorId }: Person, role: string) =>
    void created(await ada.post(`/api/boards/${board.id}/members`, { actorId, role }))
  const board = await makeBoard(ada, { description: 'What drips', agentGuidance: 'Be brief.' })
  await join(board, mia, 'member')
  await join(board, vic, 'viewer')
  const robo = await tandem.agent(ada, 'Robo', [board.id])

  async function attach(cardId: string, bytes: Buffer | string, name = 'notes.txt'): Promise<string> {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(Buffer.from(bytes))], name))
    const headers = { cookie: ada.cookie ?? '' }
    return created(await answerOf(await fetch(`${tandem.url}/api/cards/${cardId}/attachments`, { method: 'POST', headers, body }))).id
  }

  async function fullCard(on = board): Promise<FullCard> {
    const unique = crypto.randomUUID().slice(0, 8)
    const [bug, red] = [
      created(await ada.post(`/api/boards/${on.id}/labels`, { name: `Bug ${unique}`, color: 'red' })).id,
      created(await ada.post(`/api/boards/${on.id}/labels`, { name: `Red ${unique}`, color: 'red' })).id,
    ]
    const [size, level] = [
      created(await ada.post(`/api/boards/${on.id}/fields`, { name: `Size ${unique}`, type: 'number' })).id,
      created(await ada.post(`/api/boards/${on.id}/fields`, { name: `Level ${unique}`, type: 'select', options: ['low', 'high'] })).id,
    ]
    const card = created(
      await ada.post(`/api/lists/${on.lists[0]}/cards`, {
        title: 'Fix the pump',
        description: `It drips, @${mia.handle}.`,
        labelIds: [bug, red],
        assigneeActorIds: [ada.actorId, mia.actorId],
        ...sampleAttributes,
      }),
    )
    await ada.put(`/api/cards/${card.id}/fields/${size}`, { value: 5 })
    await ada.put(`/api/cards/${card.id}/fields/${level}`, { value: 'low' })
    for (const text of ['Oil', 'Bolts']) {
      const item = created(await ada.post(`/api/cards/${card.id}/checklist-items`, { text }))
      await ada.patch(`/api/checklist-items/${item.id}`, { done: text === 'Oil', assigneeActorId: mia.actorId })
    }
    const fileId = await attach(card.id, 'a plan', 'plan.txt')
    created(await ada.post(`/api/cards/${card.id}/attachments`, { url: 'https://example.org/pump', name: 'Pump' }))
    created(await ada.post(`/api/cards/${card.id}/comments`, { body: 'Look' }))
    await ada.put(`/api/cards/${card.id}/watch`)
    const other = created(await ada.post(`/api/lists/${on.lists[0]}/cards`, { title: 'Other' })).id
    await ada.put(`/api/cards/${other}/relations/${card.id}`, { kind: 'blocks' })
    created(await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId }))
    await ada.patch(`/api/cards/${card.id}`, { completedAt: '2026-11-21T09:30:00.000Z' })
    return { id: card.id, labelIds: [bug, red].toSorted(), fieldIds: [size, level], fileId }
  }

  return {
    tandem,
    ada,
    mia,
    vic,
    eve,
    robo,
    board,
    makeBoard,
    join,
    fullCard,
    attach,
    async recorded({ id }, act) {
      const { seq } = (await ada.get(`/api/boards/${id}`)).body
      await act()
      const newest: any[] = (await ada.get(`/api/boards/${id}/activity?limit=200`)).body
      return newest.filter((activity) => activity.seq > seq).toReversed()
    },
    async stop() {
      const broken = await brokenIn(tandem.database)
      await tandem.stop()
      expect(broken).toEqual([])
    },
  }
}

export function created(answer: Answer): any {
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
