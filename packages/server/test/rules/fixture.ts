import type { RuleAction } from '@tandem/contract'
import { expect } from 'vitest'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** A board of Ada's whose rules run only when a test calls their worker. */
export type RuleBoard = {
  id: string
  /** To do, In progress, Done. */
  lists: [string, string, string]
  /** Creates a rule of Ada's; returns its id. */
  rule(trigger: object, actions: readonly (RuleAction | object)[], more?: object): Promise<string>
  card(title: string, more?: object): Promise<string>
  read(cardId: string): Promise<any>
  runs(ruleId: string): Promise<any[]>
  log(): Promise<any[]>
}

export async function startQuietly(environment: Record<string, string> = {}): Promise<{ tandem: TestService; ada: Person }> {
  const tandem = await startTestService({ environment })
  await tandem.service.workers.stop()
  return { tandem, ada: await tandem.register('Ada') }
}

export async function makeBoard(ada: Person): Promise<RuleBoard> {
  const made = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
  const { id } = made.body
  const tree = (await ada.get(`/api/boards/${id}`)).body
  const lists = tree.lists.map((list: { id: string }) => list.id)
  return {
    id,
    lists,
    async rule(trigger, actions, more = {}) {
      const answer = await ada.post(`/api/boards/${id}/rules`, { name: 'A rule', trigger, actions, ...more })
      if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.id
    },
    async card(title, more = {}) {
      const answer = await ada.post(`/api/lists/${lists[0]}/cards`, { title, ...more })
      if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.id
    },
    async read(cardId) {
      const { body } = await ada.get(`/api/cards/${cardId}`)
      return { ...body.card, ...body }
    },
    runs: async (ruleId) => (await ada.get(`/api/rules/${ruleId}/runs?limit=200`)).body,
    log: async () => (await ada.get(`/api/boards/${id}/activity?limit=200`)).body,
  }
}

export const addMember = (ada: Person, boardId: string, actorId: string, role: string) =>
  ada.post(`/api/boards/${boardId}/members`, { actorId, role })

export async function expectInvariants({ database }: TestService): Promise<void> {
  expect(await brokenIn(database)).toEqual([])
}
