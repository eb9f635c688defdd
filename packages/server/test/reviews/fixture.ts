import type { Person } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

/** A team whose first list has the work of agents reviewed. */
export type ReviewTeam = Team & {
  card(cardId: string): Promise<any>
  /** An agent completes a session that Ada has opened; returns the review that waits on the card then. */
  completed(cardId: string, by?: Person): Promise<{ sessionId: string; review: any }>
  review(cardId: string, body: object, by?: Person): ReturnType<Person['post']>
  /** Of the card, without what its session did. */
  verbs(cardId: string): Promise<string[]>
}

export async function startReviewTeam(): Promise<ReviewTeam> {
  const team = await startTeam()
  await team.ada.patch(`/api/lists/${team.listId}`, { acceptance: 'required' })
  const card = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card
  return {
    ...team,
    card,
    async completed(cardId, by = team.robo) {
      const opened = await team.ada.post(`/api/cards/${cardId}/sessions`, { agentActorId: by.actorId })
      const { id: sessionId } = created(opened)
      await team.post(sessionId, { op: 'complete', summary: 'Fixed.' }, by)
      return { sessionId, review: (await card(cardId)).review }
    },
    review: (cardId, body, by = team.bob) => by.post(`/api/cards/${cardId}/review`, body),
    verbs: async (cardId) => (await team.log(cardId)).map(({ verb }) => verb).filter((verb) => !verb.startsWith('agent_session.')),
  }
}
