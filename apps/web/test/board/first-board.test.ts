import { expect, test } from 'vitest'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { drag } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

/** The part of the web app that `npm test` tries in a browser; the rest is in the heavy tests. */
inTheBrowser('a first board in a browser', (stage) => {
  const { visitAs } = stage
  test('somebody signs up, makes a board and a card, and finds both after a reload', async () => {
    const { page } = await visitAs(null, { timezoneId: 'America/Lima' })
    await page.goto('/')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Nora')
    await page.getByLabel('E-mail').fill('nora@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
    // A new account is where its browser is.
    expect(await (await page.request.get('/api/me')).json()).toMatchObject({ name: 'Nora', timezone: 'America/Lima' })
    await page.getByRole('button', { name: 'New board' }).click()
    await page.getByRole('dialog').getByLabel('Board name').fill('Garden')
    await page.getByRole('button', { name: 'Create board' }).click()
    await list(page, 'To do').getByRole('button', { name: 'Add card' }).click()
    await page.getByLabel('Card title').fill('Water the beans')
    await list(page, 'To do').getByRole('button', { name: 'Add card' }).click()
    await tile(page, 'Water the beans').waitFor()
    await page.reload()
    await tile(page, 'Water the beans').waitFor()
  })

  test('a card dragged by one is where it was dropped for another who looks on, and at the service', async () => {
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two', 'Three']) await board.card(title)
    const [ada, mia] = [await open(await visitAs('ada'), board), await open(await visitAs('mia'), board)]
    await tile(ada, 'One').waitFor()
    // Each sees that the other is there.
    for (const [page, name] of [
      [ada, 'Mia'],
      [mia, 'Ada'],
    ] as const)
      await page.locator(`[data-tip="${name}, online"]`).waitFor()
    await drag(ada, tile(ada, 'One'), list(ada, 'In progress').locator('ul'))
    await expect.poll(() => titlesIn(ada, 'In progress')).toEqual(['One'])
    await expect.poll(() => titlesIn(mia, 'In progress')).toEqual(['One'])
    await drag(ada, tile(ada, 'Three'), tile(ada, 'Two'))
    await expect.poll(() => titlesIn(mia, 'To do')).toEqual(['Three', 'Two'])
    await expect.poll(async () => [await board.titles(0), await board.titles(1)]).toEqual(['ThreeTwo', 'One'])
  })
})
