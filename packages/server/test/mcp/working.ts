import type { Person, TestService } from '../kit/service.ts'

export type Setup = { service: TestService; owner: Person }

/** A board with a card, and an agent that works on it. */
export async function startWork({ service, owner }: Setup) {
  const board = (await owner.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const robo = await service.agent(owner, 'Robo', [board.id])
  const tree = (await owner.get(`/api/boards/${board.id}`)).body
  const card = (await owner.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Pump' })).body
  const { session } = (await owner.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  return { board, robo, tree, card, session, token: robo.token ?? '' }
}

/** Ends the session: only then can the card move to another board. */
export async function endWork(setup: Setup) {
  const all = await startWork(setup)
  await all.robo.post(`/api/sessions/${all.session.id}/events`, { op: 'update', state: 'working' })
  await all.robo.post(`/api/sessions/${all.session.id}/events`, { op: 'complete', summary: 'Done' })
  return all
}
