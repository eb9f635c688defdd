import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { drag } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
/** Whether its parents let any of it be seen. */
const isInView = (at: Locator): Promise<boolean> =>
  at.evaluate(
    (one) =>
      new Promise<boolean>((resolve) => new IntersectionObserver(([seen]) => resolve((seen?.intersectionRatio ?? 0) > 0)).observe(one)),
  )

/** As from a document: the browser has it on its clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

inTheBrowser('everyday work on a board', (stage) => {
  const { visitAs } = stage

  test('several lines that are pasted are as many cards, in their order, and one undo archives them', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').press('n')
    await page.getByLabel('Card title').fill('First')
    await paste(page, 'half\n- Second\n\n 2. Third\n')
    await page.getByText('3 cards added').first().waitFor()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One', 'First half', 'Second', 'Third'])
    const [third] = (await board.tree()).lists.flatMap(({ cards }) => cards.filter(({ title }) => title === 'Third'))
    await allowed(stage.world.mia, 'card.update', { cardId: third?.id ?? '', priority: 'high' })
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 of 3 cards not changed').first().waitFor()
    await expect.poll(() => board.titles(0)).toBe('OneThird')
  })

  test('a long board name leaves room for the tools and the badge of questions', async () => {
    const { world } = stage
    const board = await makeBoard(world, { name: 'Payments '.repeat(20).trim() })
    const card = await board.card('One')
    const { session } = await allowed(world.ada, 'delegation.set', { cardId: card.id, agentActorId: world.robo.actorId })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
    const page = await open(await visitAs('ada'), board)
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    const overlaps = () =>
      header.evaluate((at) => {
        const parts = [...at.children].map((part) => part.getBoundingClientRect())
        const ends = [...at.children].map((part) => Math.max(...[...part.children].map((one) => one.getBoundingClientRect().right)))
        return parts.slice(1).filter((part, before) => (ends[before] ?? 0) > part.left).length
      })
    for (const width of [1280, 800]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overlaps()).toBe(0)
      const asking = await header.getByText('1 question').boundingBox()
      const line = await header.getByRole('button', { name: 'Filter' }).boundingBox()
      expect(asking?.y).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0))
    }
  })

  test('a board name is whole where there is room beside the questions', async () => {
    const { world } = stage
    const board = await makeBoard(world, { name: 'Payments platform' })
    for (const [title, op] of [
      ['Asks', { op: 'ask_human', question: 'Which?' }],
      ['Works', { op: 'update', state: 'working' }],
    ] as const) {
      const { id: cardId } = await board.card(title)
      const { session } = await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
      await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
      await allowed(world.robo, 'session.post', { sessionId: session.id, ...op })
    }
    const page = await open(await visitAs('ada'), board)
    const working = page.getByText('1 card with an agent at work')
    await page.getByText('1 question').waitFor()
    await expect.poll(() => isInView(working)).toBe(true)
    await page.setViewportSize({ width: 768, height: 800 })
    for (const whole of [
      page.getByRole('button', { name: 'Payments platform', exact: true }),
      page.getByText('All cards', { exact: true }),
    ])
      expect(await whole.evaluate((at) => at.scrollWidth - at.clientWidth)).toBe(0)
    // The second badge is hidden, not cut.
    await expect.poll(() => isInView(working)).toBe(false)
  })

  test('on a tablet the name of a board is whole beside a filter, and the other pages of the board are in a menu', async () => {
    const board = await makeBoard(stage.world, { name: 'Payments platform' })
    const card = await board.card('One', { priority: 'high' })
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    await allowed(stage.world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    await allowed(stage.world.robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
    const { page } = await visitAs('ada', { width: 768 })
    await page.goto(`/boards/${board.id}?priority=high`)
    await page.getByRole('button', { name: 'Filter, 1 condition' }).waitFor()
    for (const part of [page.locator('[data-board-name]'), page.getByRole('button', { name: 'All cards' }).locator('span').first()]) {
      expect(await part.evaluate((at) => at.scrollWidth - at.clientWidth)).toBe(0)
    }
    await page.getByRole('button', { name: 'More pages' }).click()
    await page.getByRole('menuitem', { name: 'Insights' }).click()
    await page.waitForURL(`**/boards/${board.id}/insights`)
  })

  test('the counts of a tile open the card in a tab by the middle button, and the tile is dragged by them', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await board.card('Two', {}, 1)
    await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text: 'Sand' })
    const page = await open(await visitAs('ada'), board)
    const count = page.locator('[data-tip="0 of 1 checked off"]')
    const [tab] = await Promise.all([page.context().waitForEvent('page'), count.click({ button: 'middle' })])
    await tab.waitForURL(`**/boards/${board.id}/cards/${card.key}`)
    await tab.close()
    await drag(page, count, list(page, 'In progress').locator('[data-card]').first())
    await expect.poll(() => board.titles(1)).toBe('OneTwo')
    await count.click()
    await page.getByRole('dialog', { name: 'One' }).waitFor()
  })

  test('the Tab key goes through the header of a board in the order in which it is seen, on a narrow screen too', async () => {
    const { world } = stage
    const board = await makeBoard(world)
    const card = await board.card('One')
    const { session } = await allowed(world.ada, 'delegation.set', { cardId: card.id, agentActorId: world.robo.actorId })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
    const page = await open(await visitAs('ada'), board)
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    await header.getByRole('button', { name: 'Filter' }).waitFor()
    await header.getByText('1 question').waitFor()
    const controls = () =>
      header.evaluate((at) =>
        [...at.querySelectorAll('a, button')]
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const { left, top, height } = one.getBoundingClientRect()
            return { name: one.getAttribute('aria-label') ?? one.textContent, left, line: Math.floor((top + height / 2) / 44) }
          }),
      )
    for (const [width, lines] of [
      [1280, 1],
      [768, 1],
      [640, 2],
      [360, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(async () => new Set((await controls()).map(({ line }) => line)).size).toBe(lines)
      const reached = await controls()
      const seen = reached.toSorted((one, other) => one.line - other.line || one.left - other.left)
      expect(reached.map(({ name }) => name)).toEqual(seen.map(({ name }) => name))
      expect(reached.length).toBeGreaterThan(8)
    }
  })

  test('the count of a list under a filter names its cards, and its limit in the explanation', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One', { priority: 'urgent' })
    for (const title of ['Two', 'Three']) await board.card(title)
    await allowed(stage.world.ada, 'list.update', { listId: board.lists[0] ?? '', wipLimit: 2, wipPolicy: 'warn' })
    const page = await open(await visitAs('ada'), board)
    const head = list(page, 'To do').locator('header')
    const colorOf = (text: string) => head.getByText(text, { exact: true }).evaluate((at) => getComputedStyle(at).color)
    await head.getByText('3/2', { exact: true }).waitFor()
    const red = await colorOf('3/2')
    await page.goto(`/boards/${board.id}?priority=urgent`)
    const count = head.getByText('1 of 3', { exact: true })
    await count.waitFor()
    expect(await colorOf('1 of 3')).not.toBe(red)
    const meaning = '3 of 2 cards: over the limit. You can still add more cards.'
    await head.getByText(meaning, { exact: true }).waitFor({ state: 'attached' })
    expect(await count.locator('xpath=ancestor-or-self::*[@data-tip]').last().getAttribute('data-tip')).toBe(meaning)
  })

  test('a change after the sign-in has ended says so in words for people', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await visitAs('ada')
    const page = await open(visitor, board)
    await link(page, 'One').focus()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    await visitor.context.clearCookies()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await page.getByText('You were signed out. Sign in and try again.').first().waitFor()
  })

  test('pasted lines replace what is selected, and those that are not cards yet outlive a reload', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    const field = page.getByLabel('Card title')
    await page.getByRole('button', { name: 'Add a card to To do' }).click()
    await field.fill('Replaced')
    await page.keyboard.press('Control+a')
    await paste(page, 'First\nSecond')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['First', 'Second'])
    await expect.poll(() => field.inputValue()).toBe('')
    const held = page.waitForRequest((request) => request.postData()?.includes('Fourth') ?? false)
    await page.route('**/api/**', (route) => (route.request().postData()?.includes('Fourth') ? undefined : route.continue()))
    await paste(page, 'Third\nFourth\nFifth')
    await held
    await page.reload()
    await page.getByRole('button', { name: 'Add a card to To do' }).click()
    expect(await field.inputValue()).toBe('Fourth\nFifth')
    await page.unroute('**/api/**')
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth'])
  })

  test('more than twenty lines are asked about first', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    const lines = Array.from({ length: 21 }, (_, at) => `Line ${at + 1}`)
    await page.getByRole('button', { name: 'Add a card to To do' }).click()
    await paste(page, lines.join('\n'))
    const asked = page.getByRole('dialog', { name: 'Add 21 cards?' })
    await asked.waitFor()
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    expect(await board.titles(0)).toBe('')
    await page.getByLabel('Card title').focus()
    await paste(page, lines.join('\n'))
    await asked.getByRole('button', { name: 'Add 21 cards' }).click()
    await page.getByText('21 cards added').first().waitFor()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(lines)
  })

  test('a title that is being typed on its tile outlives that somebody moves the card', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').press('r')
    await page.getByRole('textbox', { name: 'Title' }).fill('Half writ')
    const { lists } = await board.tree()
    await allowed(stage.world.mia, 'card.update', { cardId: card.id, listId: lists[1]?.id ?? '' })
    const field = list(page, 'In progress').getByRole('textbox', { name: 'Title' })
    await field.waitFor()
    expect(await field.inputValue()).toBe('Half writ')
    await expect.poll(() => field.evaluate((at) => at === document.activeElement)).toBe(true)
    await page.keyboard.type('ten')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.title).toBe('Half written')
  })

  test('a title is changed on its tile, and what somebody else wrote meanwhile is not lost', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const titleOf = async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.title
    const page = await open(await visitAs('ada'), board)
    const field = page.getByRole('textbox', { name: 'Title' })
    await link(page, 'One').press('r')
    await field.fill('Uno')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('One')
    await page.keyboard.press('r')
    await field.fill('Eins')
    await page.keyboard.press('Enter')
    await expect.poll(titleOf).toBe('Eins')
    await expect.poll(() => focused(page)).toBe('Eins')
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Rename the card' }).click()
    await field.fill('Ada’s')
    await allowed(stage.world.mia, 'card.update', { cardId: card.id, title: 'Mia’s' })
    await page.keyboard.press('Enter')
    await page.getByText('Someone changed this to “Mia’s” while you were writing.').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(titleOf).toBe('Ada’s')
  })

  test('an admin changes the name of the board where it stands; a member reads it', async () => {
    const board = await makeBoard(stage.world, { name: 'Kitchen' })
    const nameOf = async () => (await allowed(stage.world.ada, 'board.tree', { boardId: board.id })).name
    const page = await open(await visitAs('ada'), board)
    const names = page.locator('h1 button, [data-grip]')
    expect(await names.evaluateAll((all) => all.map((name) => name.scrollWidth > name.clientWidth))).toEqual([false, false, false, false])
    await page.getByRole('button', { name: 'Kitchen' }).click()
    await page.getByRole('textbox', { name: 'Board name' }).fill('Cellar')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Kitchen' }).click()
    await page.getByRole('textbox', { name: 'Board name' }).fill('Attic')
    await page.keyboard.press('Enter')
    await expect.poll(nameOf).toBe('Attic')
    await expect.poll(() => focused(page)).toBe('Attic')
    const mia = await open(await visitAs('mia'), board)
    await mia.getByRole('heading', { name: 'Attic' }).waitFor()
    expect(await mia.getByRole('button', { name: 'Attic' }).count()).toBe(0)
  })

  test('Tab goes over the header as it is seen, and a tile is one stop', async () => {
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two']) await board.card(title)
    const page = await open(await visitAs('ada'), board)
    await page.getByRole('heading', { level: 1 }).getByRole('button').focus()
    const stops: { name: string; x: number }[] = []
    for (let at = 0; at < 12; at++) {
      stops.push(
        await page.evaluate(() => ({
          name: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
          x: document.activeElement?.closest('header') ? (document.activeElement.getBoundingClientRect().x ?? 0) : -1,
        })),
      )
      await page.keyboard.press('Tab')
    }
    const inHeader = stops.filter(({ x }) => x >= 0).map(({ x }) => x)
    const header = inHeader.slice(0, 8)
    expect(header.length).toBeGreaterThan(5)
    expect(header).toEqual(header.toSorted((one, other) => one - other))
    await link(page, 'One').focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Two')
  })

  test.each(['board', 'list', 'calendar'])('a card with an agent at work is one stop of Tab in the layout %s', async (layout) => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const dueAt = new Date().toISOString()
    const card = await board.card('One', { dueAt })
    await board.card('Two', { dueAt })
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working', statusText: 'Looking at the wood' })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}?layout=${layout}`)
    await link(page, 'Two').waitFor()
    if (layout === 'board') await page.getByText('Looking at the wood').waitFor()
    await link(page, 'One').focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Two')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('One')
  })

  test('what was done is said as a status that F6 goes to, and what failed as an alert', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await link(page, 'One').press('e')
    const toast = page.getByRole('status').filter({ hasText: '1 card archived' })
    await toast.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('F6')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Messages')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Undo')
    await page.keyboard.press('Enter')
    await expect.poll(() => board.titles(0)).toBe('One')
    await page.route('**/api/cards/*', (route) => route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'No.' } } }))
    await link(page, 'One').press('e')
    await page.getByRole('alert').filter({ hasText: 'The card was not archived' }).waitFor()
  })

  test('the header leads to the question of an agent', async () => {
    const { ada, robo } = stage.world
    const board: Board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    for (const title of ['Paint it', 'Sand it']) {
      const card = await board.card(title)
      const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
      await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
      await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: `How to ${title}?` })
      if (title === 'Sand it') break
      await page.getByRole('link', { name: '1 question' }).click()
      await page.getByText('How to Paint it?').first().waitFor()
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: '2 questions' }).click()
    await page.getByRole('menuitem', { name: /Sand it/ }).click()
    await page.getByText('How to Sand it?').first().waitFor()
    // One agent asks both, in each language.
    for (const [locale, questions] of [
      ['de', '2 Fragen'],
      ['es', '2 preguntas'],
    ] as const) {
      const { page: other } = await visitAs('ada', { locale })
      await other.goto(`/boards/${board.id}`)
      await other.getByRole('button', { name: questions }).waitFor()
    }
  })

  test('a label is created with Enter where labels are put on a card, and taken by Enter when there is one', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'None', exact: true }).last().click()
    const field = page.getByRole('textbox', { name: 'Find or create a label' })
    const worn = async () => {
      const { labels } = await board.tree()
      const { labelIds } = (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card
      return labels.map(({ id, name }) => `${name} ${labelIds.includes(id)}`)
    }
    await field.fill('Wood')
    await page.getByText('Create label “Wood”').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(worn).toEqual(['Wood true'])
    await page.getByRole('checkbox', { name: 'Wood', checked: true }).waitFor()
    await field.fill('wood')
    await page.keyboard.press('Enter')
    await expect.poll(worn).toEqual(['Wood false'])
    await field.fill('Woo')
    await page.getByText('Create label “Woo”').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await worn()).toSorted()).toEqual(['Woo true', 'Wood false'])
  })

  test('an admin deletes an archived card for good, from the archive and from the card, and is asked first; a member is not offered it', async () => {
    const { ada, mia } = stage.world
    const board = await makeBoard(stage.world)
    const [first, second] = [await board.card('One'), await board.card('Two')]
    await allowed(ada, 'comment.create', { cardId: first.id, body: 'Look' })
    for (const { id: cardId } of [first, second]) await allowed(ada, 'card.update', { cardId, archived: true })
    const archived = async () => (await allowed(ada, 'board.archive.list', { boardId: board.id })).map(({ title }) => title).toSorted()
    const member = await open(await visitAs('mia'), board)
    await member.getByRole('link', { name: 'Archive', exact: true }).click()
    await member.getByRole('link', { name: 'One' }).waitFor()
    expect(await member.getByRole('button', { name: /permanently/ }).count()).toBe(0)
    const page = await open(await visitAs('ada'), board)
    await page.getByRole('link', { name: 'Archive', exact: true }).click()
    await page.getByRole('button', { name: `Delete ${first.key} permanently` }).click()
    const asked = page.getByRole('dialog', { name: `Delete ${first.key} permanently?` })
    await asked.getByText('“One” is deleted with 1 comment').waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(await archived()).toEqual(['One', 'Two'])
    await page.getByRole('button', { name: `Delete ${first.key} permanently` }).click()
    await asked.getByRole('button', { name: 'Delete permanently' }).click()
    await expect.poll(archived).toEqual(['Two'])
    await page.getByRole('link', { name: 'One' }).waitFor({ state: 'detached' })
    await member.getByRole('link', { name: 'One' }).waitFor({ state: 'detached' })
    await page.goto(`/cards/${second.key}`)
    await page.getByRole('button', { name: `More actions for ${second.key}` }).click()
    await page.getByRole('menuitem', { name: 'Delete permanently …' }).click()
    await page
      .getByRole('dialog', { name: `Delete ${second.key} permanently?` })
      .getByRole('button', { name: 'Delete permanently' })
      .click()
    await page.waitForURL(`**/boards/${board.id}`)
    await expect.poll(archived).toEqual([])
    expect((await allowed(mia, 'board.tree', { boardId: board.id })).lists.flatMap(({ cards }) => cards)).toEqual([])
  })

  test('a list over its limit explains its count', async () => {
    const board = await makeBoard(stage.world)
    const [first = ''] = board.lists
    await board.card('One')
    await board.card('Two')
    await allowed(stage.world.ada, 'list.update', { listId: first, wipLimit: 1, wipPolicy: 'agents' })
    const page = await open(await visitAs('ada'), board)
    await list(page, 'To do').getByText('2/1').hover()
    await page.getByText('2 of 1 card: over the limit. Agents cannot add more.').and(page.locator(':visible')).first().waitFor()
    await tile(page, 'One').waitFor()
  })
})
