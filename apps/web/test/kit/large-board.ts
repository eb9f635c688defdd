import type { Page, Route } from 'playwright-core'
import { type Board, makeBoard, type World } from '../../../../conformance/src/world.ts'

/** In the first list: from 501 cards on, a page loads the first ones before the others. */
const inFirst = 510
export const nameOf = (at: number) => `Card ${at}`

export async function makeLargeBoard(world: World): Promise<Board> {
  const board = await makeBoard(world)
  for (let at = 1; at <= inFirst; at++) await board.card(nameOf(at))
  for (const title of ['Other 1', 'Other 2']) await board.card(title, {}, 1)
  return board
}

/** Holds what the page does with a request for the whole board. The returned function lets it go on. */
export async function holdWhole(
  page: Page,
  board: Board,
  act: (route: Route) => Promise<() => Promise<unknown>> = late,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/boards/${board.id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const goOn = await act(route)
    await promise
    await goOn()
  })
  return resolve
}
/** The answer is that of before. */
const late = async (route: Route) => {
  const response = await route.fetch()
  return () => route.fulfill({ response })
}
