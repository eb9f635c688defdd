import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { inTheBrowser, open } from '../kit/stage.ts'
import { handOn, ways } from './hand.ts'
import { command, type Place, tasks } from './tasks.ts'

/** Everyday tasks by mouse, by keyboard and on a phone: each can be done, and takes no more steps than before. */
inTheBrowser('everyday tasks', (stage) => {
  const place = async (): Promise<Place> => {
    const board = await makeBoard(stage.world)
    const ids: Record<string, string> = {}
    for (const title of ['One', 'Two', 'Three']) ids[title] = (await board.card(title)).id
    return { world: stage.world, board, ids }
  }

  for (const task of tasks) {
    test.each(ways)(`somebody ${task.title}, by %s`, async (way) => {
      const at = await place()
      await task.before?.(at)
      const visitor = await stage.visitAs('ada', { phone: way === 'touch' })
      visitor.page.setDefaultTimeout(15_000)
      const page = await open(visitor, at.board)
      await page.waitForLoadState('networkidle')
      const [most, act] = task.by[way]
      const hand = handOn(page, visitor.context, way)
      await act(hand, at)
      await expect.poll(() => task.isDone(at, page), { timeout: 10_000 }).toBe(true)
      expect(hand.steps()).toBeLessThanOrEqual(most)
      await visitor.context.close()
    })
  }

  test.each(ways)('somebody makes a board, by %s', async (way) => {
    const visitor = await stage.visitAs('ada', { phone: way === 'touch' })
    const { page } = visitor
    await page.goto('/')
    const create = page.getByRole('button', { name: 'New board' }).first()
    await create.waitFor()
    await page.waitForLoadState('networkidle')
    const hand = handOn(page, visitor.context, way)
    if (way === 'keyboard') await command(hand, 'New board')
    else await hand.click(create)
    await page.getByRole('dialog').waitFor()
    await hand.write(`By ${way}`)
    await hand.key('Enter')
    await page.waitForURL('**/boards/*')
    expect(hand.steps()).toBe(way === 'keyboard' ? 5 : 3)
    const boards = await allowed(stage.world.ada, 'board.list', {})
    expect(boards.map(({ name }) => name)).toContain(`By ${way}`)
    await visitor.context.close()
  })
})
