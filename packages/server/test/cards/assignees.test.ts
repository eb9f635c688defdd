import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('the people of a card', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const problem = ({ body }: Answer, field: string) => body.error.details.fieldErrors[field][0]

  test('are no agents: every way to assign one on a card answers the delegation that works as it stands', async () => {
    const cardId = await team.newCard()
    const body = { agentActorId: team.robo.actorId }
    const wanted = { request: { method: 'POST', path: `/api/cards/${cardId}/delegation`, body } }
    for (const answer of [
      await team.bob.post(`/api/cards/${cardId}/assignees`, { actorId: team.robo.actorId }),
      await team.bob.patch(`/api/cards/${cardId}`, { assigneeActorIds: [team.bob.actorId, team.robo.actorId] }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([400, 'delegation_required'])
      expect(answer.body.error.details).toEqual(wanted)
    }
    expect((await team.bob.post(wanted.request.path, body)).status).toBe(201)
  })

  test('have the same order in the answer and on the card, independent of the order in the request', async () => {
    const [first, second, third] = [team.ada, team.bob, team.eve].map(({ actorId }) => actorId).toSorted()
    const shown = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card.assigneeActorIds
    const made = await team.bob.post(`/api/lists/${team.listId}/cards`, { title: 'Pump', assigneeActorIds: [third] })
    expect(made.body.assigneeActorIds).toEqual(await shown(made.body.id))
    team.tandem.clock.advance(1_000)
    const changed = await team.bob.patch(`/api/cards/${made.body.id}`, { assigneeActorIds: [second, first, third] })
    expect(changed.body.assigneeActorIds).toEqual([third, first, second])
    expect(await shown(made.body.id)).toEqual([third, first, second])
    const copied = await team.bob.post(`/api/cards/${made.body.id}/copy`)
    expect(copied.body.assigneeActorIds).toEqual([first, second, third])
    expect(await shown(copied.body.id)).toEqual([first, second, third])
  })

  test('keep the card when their account is deactivated, and are given no more until it is back', async () => {
    const grace = await team.tandem.register('Grace')
    created(await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: grace.actorId, role: 'member' }))
    const [kept, other] = [await team.newCard({ assigneeActorIds: [grace.actorId] }), await team.newCard()]
    const assign = (cardId: string) => team.bob.post(`/api/cards/${cardId}/assignees`, { actorId: grace.actorId })
    const deactivate = (deactivated: boolean) => team.ada.patch(`/api/admin/actors/${grace.actorId}`, { deactivated })
    expect((await deactivate(true)).status).toBe(200)

    expect((await assign(kept)).status).toBe(201)
    const whole = { assigneeActorIds: [grace.actorId, team.bob.actorId] }
    expect((await team.bob.patch(`/api/cards/${kept}`, whole)).body.assigneeActorIds).toEqual(whole.assigneeActorIds)
    expect(problem(await assign(other), 'actorId')).toMatch(/deactivated/)
    expect(problem(await team.bob.patch(`/api/cards/${other}`, whole), 'assigneeActorIds')).toMatch(/deactivated/)
    const made = await team.bob.post(`/api/lists/${team.listId}/cards`, { title: 'Pump', ...whole })
    expect(problem(made, 'assigneeActorIds')).toMatch(/deactivated/)

    expect((await deactivate(false)).status).toBe(200)
    expect((await assign(other)).status).toBe(201)
  })
})
