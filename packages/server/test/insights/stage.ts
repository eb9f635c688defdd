import { expect } from 'vitest'
import { type MovableClock, movableClock } from '../kit/clock.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

/** A team whose clock stands still until a test moves it. */
export type Stage = Team & {
  clock: MovableClock
  lists: { todo: string; doing: string; done: string }
  /** Moves the clock on to a moment. */
  goTo(moment: string): void
  card(title: string, listId?: string): Promise<string>
  move(cardId: string, listId: string): Promise<void>
  change(cardId: string, what: Record<string, unknown>): Promise<void>
  complete(cardId: string): Promise<void>
  insights(query?: string, boardId?: string): Promise<any>
}

export async function stageAt(start: string): Promise<Stage> {
  const startMs = Date.parse(start)
  const clock = movableClock(() => startMs)
  const team = await startTeam({ clock, environment: { RATE_LIMIT_SESSION: '0', RATE_LIMIT_TOKEN: '0' } })
  const [todo, doing, done] = (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists.map((list: { id: string }) => list.id)
  const lists = { todo, doing, done }
  async function change(cardId: string, what: Record<string, unknown>): Promise<void> {
    const answer = await team.ada.patch(`/api/cards/${cardId}`, what)
    expect(answer.status, answer.text).toBe(200)
  }
  return {
    ...team,
    clock,
    lists,
    change,
    goTo: (moment) => clock.advance(Date.parse(moment) - clock.now()),
    card: async (title, listId = todo) => created(await team.ada.post(`/api/lists/${listId}/cards`, { title })).id,
    move: (cardId, listId) => change(cardId, { listId }),
    complete: (cardId) => change(cardId, { completedAt: new Date(clock.now()).toISOString() }),
    async insights(query = '', boardId = team.boardId) {
      const answer = await team.ada.get(`/api/boards/${boardId}/insights?${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    },
  }
}

/** The flow as rows: date, completed, then a number per list. */
export const rowsOf = (insights: any): (string | number)[][] =>
  insights.flow.days.map((day: { date: string; completed: number; inLists: number[] }) => [day.date, day.completed, ...day.inLists])
