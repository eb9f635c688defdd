import type { Page, Route } from 'playwright-core'
import { type Board, makeBoard, type World } from '../../../../conformance/src/world.ts'

/** Cards in the first list. With more than 500, a page loads the first cards before the others. */
const inFirst = 510
export const nameOf = (at: number) => `Card ${at}`

export async function makeLargeBoard(world: World): Promise<Board> {
  const board = await makeBoard(world)
  for (let at = 1; at <= inFirst; at++) await board.card(nameOf(at))
  for (const title of ['Other 1', 'Other 2']) await board.card(title, {}, 1)
  return board
}

/** Holds back the response to the page's request for the whole board. The returned function releases it. */
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
/** Fetches the response at once, so that it is older than later changes. */
const late = async (route: Route) => {
  const response = await route.fetch()
  return () => route.fulfill({ response })
}
