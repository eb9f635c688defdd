import type { Client } from '@tandem/client'
import { type Made, makeForDialogs } from '../test/kit/made-for-dialogs.ts'

/** Boards for pictures of dialogs, empty pages, a conflict and a board that is loading. */
export type SeededMore = { ofDialogs: Made; emptyBoardId: string; largeBoardId: string; textsId: string; textsKey: string }

type Given = { url: string; cookie: string; ada: Client; mia: Client; agentId: string }

/** With more than 500 cards, a board is loaded in two steps: its first cards, then all. */
const large = 510

export async function seedMore({ url, cookie, ada, mia, agentId }: Given): Promise<SeededMore> {
  const board = async (name: string) => (await ada.call('board.create', { name, template: 'kanban' })).id
  const boardId = await board('Engine')
  for (const actorId of [(await mia.call('me.get')).id, agentId]) await ada.call('member.add', { boardId, actorId, role: 'member' })
  const ofDialogs = await makeForDialogs({ url, cookie, mia, boardId, agentId })
  const largeBoardId = await board('Support cases')
  const [first = '', second = ''] = (await ada.call('board.tree', { boardId: largeBoardId })).lists.map((list) => list.id)
  for (let at = 1; at <= large; at++) await ada.call('card.create', { listId: at % 8 === 0 ? second : first, title: `Case ${4_000 + at}` })
  const texts = await ada.call('card.create', { listId: second, title: 'What payouts cost', description: 'Payouts are free.' })
  return { ofDialogs, emptyBoardId: await board('Office move'), largeBoardId, textsId: texts.id, textsKey: texts.key }
}
