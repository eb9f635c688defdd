import type { Client } from '@tandem/client'

/**
 * Requests between people: one for an agent of Ada's to join another board, an invitation of Ada's own, and an agent of another owner that
 * she may ask for.
 */
export type SeededAsked = { foreignAgent: string; delayedEmail: string; archivedBoardId: string; archivedKey: string }

type Given = { ada: Client; alan: Client; agentIds: { robo: string; scout: string } }

export async function seedAsked({ ada, alan, agentIds: { robo, scout } }: Given): Promise<SeededAsked> {
  const board = await alan.call('board.create', { name: 'Fraud research', template: 'kanban' })
  const other = await alan.call('board.create', { name: 'Night shifts of the support team', template: 'kanban' })
  await alan.call('member.add', { boardId: other.id, actorId: robo, role: 'member' })
  const [first] = await ada.call('agent.requests', { agentActorId: robo })
  await ada.call('agent.settleRequest', { agentActorId: robo, requestId: first?.id ?? '', accept: true })
  for (const actorId of [robo, scout]) await alan.call('member.add', { boardId: board.id, actorId, role: 'member' })
  await alan.call('member.add', { boardId: board.id, email: (await ada.call('me.get')).email ?? '', role: 'member' })
  const foreign = await alan.call('agent.create', { name: 'Bombe' })
  const { id: archivedBoardId } = await ada.call('board.create', { name: 'Relaunch 2024', template: 'kanban' })
  const { lists } = await ada.call('board.tree', { boardId: archivedBoardId })
  const card = await ada.call('card.create', { listId: lists[0]?.id ?? '', title: 'Choose the colours', description: 'Two are enough.' })
  await ada.call('comment.create', { cardId: card.id, body: 'Petrol, and paper.' })
  await ada.call('checklist.add', { cardId: card.id, text: 'Ask the printers' })
  await ada.call('board.update', { boardId: archivedBoardId, archived: true })
  const delayedEmail = (await alan.call('me.get')).email ?? ''
  return { foreignAgent: foreign.handle, delayedEmail, archivedBoardId, archivedKey: card.key }
}
