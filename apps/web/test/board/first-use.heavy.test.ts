import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { centre } from '../kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'

/** Keeps a file back; answers when it is asked for, and how to let it come. */
async function holdBack(page: Page, file: string) {
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/assets/${file}-*`, async (route) => {
    asked.resolve()
    await allowed.promise
    await route.continue()
  })
  return { asked: asked.promise, come: () => allowed.resolve() }
}

/** Stops the timers of a page before it is opened; keys that are held are let go by a timer. */
async function stopTime(page: Page) {
  await page.clock.install()
  return { stop: () => page.clock.pauseAt(Date.now() + 10_000), go: () => page.clock.resume() }
}

/** Stops the timer that drops held keys, for a machine that is slow to send the code. Other timers run. */
const neverLetGo = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: set } = window
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 3_000 ? 0 : set(run, ms))) as typeof setTimeout
  })

/** Waits until the page holds its keys. */
async function keysAreHeld(page: Page) {
  const passed = await page.evaluateHandle(() => {
    const keys = { seen: 0 }
    addEventListener('keydown', ({ key }) => void (key === 'Insert' && keys.seen++))
    return keys
  })
  let pressed = 0
  const isHeld = async () => {
    await page.keyboard.press('Insert')
    pressed++
    return (await passed.jsonValue()).seen < pressed
  }
  await expect.poll(isHeld).toBe(true)
}

inTheBrowser('the first use of a board, whose code is fetched at its first sign', (stage) => {
  test('what is typed while the palette is fetched stands in its field', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'palette')
    const time = await stopTime(visitor.page)
    const page = await open(visitor, board)
    await time.stop()
    await page.keyboard.press('Control+k')
    await code.asked
    // As commands of the board they would begin a card and leave for the inbox.
    await page.keyboard.type('go to my inx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('box')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await time.go()
    code.come()
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('go to my inbox')
    expect(new URL(page.url()).pathname).toBe(`/boards/${board.id}`)
    expect(await page.getByLabel('Card title').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog').waitFor()
  })

  test('with a card open, what is typed while the palette is fetched is no command of the card', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await stage.visitAs('ada')
    const code = await holdBack(page, 'palette')
    const time = await stopTime(page)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('dialog').getByText(card.key).first().waitFor()
    await time.stop()
    await page.keyboard.press('Control+k')
    await code.asked
    // Of these, `e` would archive the card.
    await page.keyboard.type('des')
    await time.go()
    code.come()
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('des')
    expect((await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.archivedAt).toBe(null)
  })

  test('a key that is pressed while the dialog of a card is fetched is a command of the card', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await stage.visitAs('ada')
    const code = await holdBack(page, 'dialog')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await code.asked
    await keysAreHeld(page)
    // The second key is for the menu that the first one opens: as a command of the card it would open another dialog.
    await page.keyboard.press('p')
    await page.keyboard.press('u')
    code.come()
    await expect.poll(() => page.locator('[role=menu] [data-highlighted]').textContent()).toBe('Urgent')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.priority).toBe('urgent')
  })

  test('a key that is pressed while a card is read is a command of this card, each press of `j` a step', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const two = await board.card('Two')
    await board.card('Three')
    const four = await board.card('Four')
    const { page } = await stage.visitAs('ada')
    const [asked, allowedOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(`**/api/cards/${two.id}*`, async (route) => {
      asked.resolve()
      await allowedOn.promise
      await route.continue()
    })
    await page.goto(`/boards/${board.id}/cards/${two.key}`)
    await asked.promise
    // Only the browser can press a button: that key is not held.
    await page.getByRole('button', { name: 'Close', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'One', exact: true }).first().click()
    await page.getByLabel('Comment', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'Two' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    allowedOn.resolve()
    await page.getByRole('dialog', { name: 'Four' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/boards/${board.id}/cards/${four.key}`)
  })

  test('a date that is typed while the date picker is fetched stands in its field', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'date-panel')
    const page = await open(visitor, board)
    await tile(page, 'One').getByRole('link', { name: 'One' }).focus()
    // Not with stopped time: the steps from one fetch to the next need timers.
    await page.keyboard.press('d')
    await page.keyboard.type('fri')
    await code.asked
    code.come()
    await expect.poll(() => page.getByRole('textbox', { name: 'Date' }).inputValue()).toBe('fri')
  })

  test('Enter pressed while the date picker loads keeps the date', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'date-panel')
    await neverLetGo(visitor.page)
    const page = await open(visitor, board)
    await tile(page, 'One').getByRole('link', { name: 'One' }).focus()
    await page.keyboard.press('d')
    await page.keyboard.type('2031-05-06')
    await page.keyboard.press('Enter')
    await code.asked
    code.come()
    const dueAt = async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.dueAt
    await expect.poll(dueAt).toMatch(/^2031-05-0/)
  })

  test('a form is sent once when Enter is pressed twice, or repeats, while its dialog loads', async () => {
    await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    const code = await holdBack(page, 'dialog')
    await neverLetGo(page)
    const made: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && made.push(new URL(request.url()).pathname)))
    await page.goto('/')
    await page.getByRole('button', { name: 'New board' }).click()
    await code.asked
    await keysAreHeld(page)
    const sent = await page.evaluateHandle(() => {
      const forms = { count: 0 }
      addEventListener('submit', () => forms.count++, { capture: true })
      return forms
    })
    await page.keyboard.type('Sent twice')
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    code.come()
    await page.waitForURL('**/boards/*')
    expect((await sent.jsonValue()).count).toBe(2)
    expect(made.filter((path) => path === '/api/boards')).toHaveLength(1)
  })

  test('text typed while the filter loads goes into the filter, not to the shortcuts of the board', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Ask Ada')
    await board.card('Two')
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'filter-popover')
    const time = await stopTime(visitor.page)
    const page = await open(visitor, board)
    await tile(page, 'Two').getByRole('link').focus()
    await time.stop()
    await page.keyboard.press('f')
    await code.asked
    // As a shortcut, `a` would open the assignees of the card.
    await page.keyboard.type('ada')
    await time.go()
    code.come()
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('ada')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Ask Ada'])
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('keys are the page’s again when the code does not come, and those of the browser all along', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'palette')
    const time = await stopTime(visitor.page)
    const page = await open(visitor, board)
    await time.stop()
    const passed = await page.evaluateHandle(() => {
      const keys: string[] = []
      addEventListener('keydown', ({ key }) => keys.push(key))
      return keys
    })
    await page.keyboard.press('Control+k')
    await code.asked
    for (const key of ['x', 'Tab', 'Escape', 'F2']) await page.keyboard.press(key)
    expect(await passed.jsonValue()).toEqual(['Control', 'k', 'Tab', 'Escape', 'F2'])
    await page.clock.runFor(3_000)
    await page.keyboard.press('x')
    expect((await passed.jsonValue()).at(-1)).toBe('x')
    await time.go()
    code.come()
    await page.getByRole('combobox').waitFor()
    expect(await page.getByRole('combobox').inputValue()).toBe('')
  })

  test('a card that is grasped before the code of dragging has come is dragged', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const code = await holdBack(visitor.page, 'library')
    const page = await open(visitor, board)
    const [from, to] = [await centre(tile(page, 'One')), await centre(list(page, 'In progress'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await code.asked
    code.come()
    // The first move that the library hears of begins the drag, the next ones carry the card.
    await expect
      .poll(async () => {
        for (const point of [from, to]) await page.mouse.move(point.x, point.y, { steps: 3 })
        return titlesIn(page, 'In progress')
      })
      .toEqual(['One'])
    await page.mouse.up()
    await expect.poll(() => board.titles(1)).toBe('One')
  })

  test('nothing is fetched behind a board that is only looked at, and all of it when the pointer moves', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    const files: string[] = []
    visitor.page.on('request', (request) => files.push(/assets\/([a-z-]+)-.{8}\.js$/.exec(request.url())?.[1] ?? ''))
    const page = await open(visitor, board)
    await page.waitForLoadState('networkidle')
    const behind = ['card-dialog', 'keyboard-help', 'library', 'menu', 'palette', 'toasts']
    expect(files.filter((file) => behind.includes(file))).toEqual([])
    await page.mouse.move(300, 300)
    await expect.poll(() => behind.filter((file) => !files.includes(file))).toEqual([])
  })

  test('a page that nobody uses fetches the code behind it after a minute', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await stage.visitAs('ada')
    await visitor.page.clock.install()
    const page = await open(visitor, board)
    const fetched = page.waitForRequest(/assets\/card-dialog-/)
    await page.clock.fastForward(60_000)
    await fetched
  })

  test('on a board in use, the keys of a card, the selection and the filter work offline on their first use', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await page.mouse.move(300, 300)
    await page.waitForLoadState('networkidle')
    await visitor.context.setOffline(true)
    const link = tile(page, 'One').getByRole('link', { name: 'One' })
    await link.focus()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'Urgent' }).click()
    await tile(page, 'One').getByRole('img', { name: 'Urgent' }).waitFor()
    await link.focus()
    await page.keyboard.press('d')
    await page.getByRole('textbox', { name: 'Date' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.getByRole('combobox').fill('nothing like it')
    await expect.poll(() => titlesIn(page, 'To do')).toEqual([])
    await visitor.context.setOffline(false)
    await expect.poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.priority).toBe('urgent')
  })

  test('a card that cannot be fetched without a network is opened by “Try again”, and the page stays', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await page.waitForLoadState('networkidle')
    const stays = await page.evaluateHandle(() => document)
    await visitor.context.setOffline(true)
    await tile(page, 'One').getByRole('link', { name: 'One' }).focus()
    await page.keyboard.press('Enter')
    const failure = page.getByRole('alert').filter({ hasText: 'Tandem cannot be reached.' })
    await failure.waitFor()
    expect(await stays.evaluate((before) => before === document)).toBe(true)
    await visitor.context.setOffline(false)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').waitFor()
    // The browser reports the file that it could not fetch.
    const complaints = visitor.complaints.splice(0)
    expect(complaints.filter((line) => !/Failed to (fetch|load)|ERR_INTERNET_DISCONNECTED|The page cannot be fetched/.test(line))).toEqual(
      [],
    )
  })

  test('a part that cannot be fetched without a network leaves the board in its place; and comes with the network unless something else was used', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const page = await open(visitor, board)
    await page.mouse.move(300, 300)
    await page.waitForLoadState('networkidle')
    await visitor.context.setOffline(true)
    const failure = page.getByRole('alert').filter({ hasText: 'Tandem cannot be reached.' })
    const askForSettings = async () => {
      await page.getByRole('button', { name: 'More actions for To do' }).click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
    }
    // In front of the board.
    await askForSettings()
    await failure.getByRole('button', { name: 'Close' }).click()
    await failure.waitFor({ state: 'detached' })
    await tile(page, 'One').waitFor()
    // A press elsewhere gives it up, so that it does not open later in front of what the user does by then.
    await askForSettings()
    await failure.waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await failure.waitFor({ state: 'detached' })
    // Otherwise it opens with the network.
    await askForSettings()
    await failure.waitFor()
    await visitor.context.setOffline(false)
    await page.getByRole('dialog', { name: 'Settings of To do' }).waitFor()
    await page.keyboard.press('Escape')
    // In the place of the cards.
    await visitor.context.setOffline(true)
    const layouts = page.getByRole('group', { name: 'Layout' })
    await layouts.getByRole('button', { name: 'Calendar' }).click()
    await failure.waitFor()
    // At the left edge of the page, as the name of the board.
    expect((await failure.getByRole('heading').boundingBox())?.x).toBe(244)
    await layouts.getByRole('button', { name: 'Board' }).click()
    await tile(page, 'One').waitFor()
    await layouts.getByRole('button', { name: 'Calendar' }).click()
    await failure.waitFor()
    await visitor.context.setOffline(false)
    await page.getByRole('button', { name: 'Today' }).waitFor()
    const complaints = visitor.complaints.splice(0)
    expect(complaints.filter((line) => !/Failed to (fetch|load)|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([])
  })

  test('a part that could not be fetched is fetched again by “Try again”, and by the key or button that it is for', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    let fetches = 0
    const fail = async (file: string) => {
      await page.route(`**/assets/${file}-*`, (route) => {
        fetches++
        return route.abort()
      })
      return () => page.unroute(`**/assets/${file}-*`)
    }
    const [comeAsked, comeSettings] = [await fail('asked'), await fail('list-settings-dialog')]
    const [comeHelp, comeFilter] = [await fail('keyboard-help'), await fail('filter-popover')]
    await open(visitor, board)
    const failure = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
    const assign = async () => {
      await tile(page, 'One').getByRole('link', { name: 'One' }).focus()
      await page.keyboard.press('a')
    }
    const askForSettings = async () => {
      await page.getByRole('button', { name: 'More actions for To do' }).click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
    }
    await assign()
    await failure.waitFor()
    const before = fetches
    // Keys are held for a moment after a failure, and dropped: they were for what did not come.
    await expect.poll(() => assign().then(() => fetches)).toBeGreaterThan(before)
    await failure.waitFor()
    await comeAsked()
    const people = page.getByRole('dialog')
    await expect.poll(async () => (await people.count()) > 0 || assign().then(() => people.count())).toBeTruthy()
    expect(await failure.count()).toBe(0)
    await page.keyboard.press('Escape')
    // Also when its note was closed.
    await askForSettings()
    await failure.getByRole('button', { name: 'Close' }).click()
    await failure.waitFor({ state: 'detached' })
    await askForSettings()
    await failure.waitFor()
    await comeSettings()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog', { name: 'Settings of To do' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // By the key or button alone, while the note is shown.
    const comesWith = async (use: () => Promise<void>, come: () => Promise<void>) => {
      await expect.poll(async () => (await failure.count()) > 0 || use().then(() => false)).toBe(true)
      await come()
      await expect.poll(async () => (await page.getByRole('dialog').count()) > 0 || use().then(() => false)).toBe(true)
      expect(await failure.count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await comesWith(() => page.keyboard.press('Shift+?'), comeHelp)
    await comesWith(() => page.getByRole('button', { name: 'Filter', exact: true }).click(), comeFilter)
    const complaints = visitor.complaints.splice(0)
    expect(complaints.filter((line) => !/Failed to (fetch|load)|ERR_FAILED/.test(line))).toEqual([])
  })

  test('a board is requested beside the code that reads it, once', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    const code = await holdBack(page, 'signed-in')
    const path = `/api/boards/${board.id}`
    let requests = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) requests++
    })
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
    // The page is loaded once its code has come.
    const loaded = page.goto(`/boards/${board.id}`)
    await answered
    await code.asked
    code.come()
    await loaded
    await list(page, 'To do').waitFor()
    expect(requests).toBe(1)
  })

  test('a board whose early request fails is requested anew', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    let requests = 0
    await page.route(
      ({ pathname }) => pathname === `/api/boards/${board.id}`,
      (route) => (++requests === 1 ? route.abort() : route.continue()),
    )
    await page.goto(`/boards/${board.id}`)
    await list(page, 'To do').waitFor()
    expect(requests).toBe(2)
  })
})
