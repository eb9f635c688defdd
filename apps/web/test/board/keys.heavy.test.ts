import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RequirementId } from '../../../../conformance/src/requirements.ts'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { commandInEnglish } from '../../scripts/keyboard-page.ts'
import { keysOf } from '../../src/shell/command-keys.ts'
import { type CommandName, commandNames, helpGroups, listedIn } from '../../src/shell/commands.ts'
import { inTheBrowser, list, open, tile, titlesIn } from '../kit/stage.ts'
import { textIn } from '../kit/written.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

const proves: RequirementId[] = [
  'web.key.help',
  'web.key.palette',
  'web.key.search',
  'web.key.sidebar',
  'web.key.boards',
  'web.key.myWork',
  'web.key.inbox',
  'web.key.agents',
  'web.key.close',
  'web.key.walk',
  'web.key.below',
  'web.key.above',
  'web.key.assign',
  'web.key.labels',
  'web.key.due',
  'web.key.priority',
  'web.key.menu',
  'web.key.rename',
  'web.key.open',
  'web.key.carry',
  'web.key.newCard',
  'web.key.filter',
  'web.key.moveTo',
  'web.key.select',
  'web.key.selectList',
  'web.key.archive',
  'web.key.undo',
  'web.key.copyKey',
  'web.key.watch',
  'web.key.carryItem',
  'web.key.send',
  'web.key.bold',
  'web.key.italic',
  'web.key.code',
  'web.key.link',
  'web.key.numbers',
  'web.key.bullets',
  'web.key.tasks',
  'web.key.quote',
  'web.key.blocks',
  'web.key.next',
  'web.key.nextCard',
  'web.key.previousCard',
  'web.key.previous',
  'web.key.read',
]

inTheBrowser('the keyboard', (stage) => {
  test('every key that the help lists does what it says, and it lists them all', { meta: { proves } }, async () => {
    const { ada, mia } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await board.card('Two')
    for (const text of ['Sand', 'Paint']) await allowed(ada, 'checklist.add', { cardId: card.id, text })
    for (const body of ['Look, @ada', 'And **this**, @ada']) await allowed(mia, 'comment.create', { cardId: card.id, body })
    const page = await open(await stage.visitAs('ada'), board)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const press = (...keys: string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    const on = (title: string) => page.getByRole('link', { name: title, exact: true }).focus()
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
    const dialog = page.locator('[role=dialog]')
    const leave = async () => {
      await press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    const writing = page.getByLabel('Comment', { exact: true })
    const word = async () => {
      await writing.fill('word')
      await press('Control+a')
    }
    const toggles = async (key: string, result: string) => {
      await word()
      await press(key)
      await expect.poll(() => textIn(writing)).toBe(result)
      await press(key)
      await expect.poll(() => textIn(writing)).toBe('word')
    }
    const selected = (count: number) => page.getByRole('toolbar').getByText(`${count} selected`).waitFor()
    const rowWithFocus = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent)
    const cardNow = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card
    const listed = helpGroups.flatMap(listedIn)
    const once = [...new Set(listed)].toSorted()
    expect(once).toEqual(commandNames.filter((name) => keysOf(name).length > 0).toSorted())
    const unread = page.getByText('unread', { exact: false }).and(page.locator('li span'))

    const tried: Partial<Record<CommandName, () => Promise<unknown>>> = {
      async help() {
        await press('Shift+?')
        await expect
          .poll(async () => (await dialog.locator('dt').allTextContents()).toSorted())
          .toEqual(listed.map(commandInEnglish).toSorted())
      },
      close: leave,
      async sidebar() {
        const width = async () => (await page.getByRole('navigation').boundingBox())?.width ?? 0
        await press('[')
        await expect.poll(width).toBeLessThan(80)
        await press('[')
        await expect.poll(width).toBeGreaterThan(200)
      },
      async palette() {
        await press('Control+k')
        await page.getByRole('combobox').waitFor()
        await leave()
      },
      async search() {
        await press('/')
        await page.getByRole('combobox').waitFor()
        await leave()
      },
      async walk() {
        await on('One')
        await press('ArrowDown')
        await expect.poll(() => focused(page)).toBe('Two')
        await press('ArrowUp')
        await expect.poll(() => focused(page)).toBe('One')
        await press('End')
        await expect.poll(() => focused(page)).toBe('Two')
        await press('Home')
        await expect.poll(() => focused(page)).toBe('One')
      },
      async below() {
        await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
        await press('j', 'j')
        await expect.poll(() => focused(page)).toBe('Two')
      },
      async above() {
        await press('k')
        await expect.poll(() => focused(page)).toBe('One')
      },
      async assign() {
        await press('a')
        await page.getByRole('combobox', { name: 'Find a person' }).fill('mia')
        await press('Enter')
        await expect.poll(async () => (await cardNow()).assigneeActorIds).toEqual([mia.actorId])
        await leave()
        await expect.poll(() => focused(page)).toBe('One')
      },
      async labels() {
        await press('l')
        await page.getByRole('combobox', { name: 'Find or create a label' }).fill('Wood')
        await press('Enter')
        await expect.poll(async () => (await cardNow()).labelIds.length).toBe(1)
        await leave()
        await tile(page, 'One').getByText('Wood').waitFor()
      },
      async due() {
        await press('d')
        await page.getByLabel('Date', { exact: true }).fill('2031-05-06')
        await press('Enter')
        await expect.poll(async () => (await cardNow()).dueAt?.slice(0, 7)).toBe('2031-05')
        await expect.poll(() => focused(page)).toBe('One')
      },
      async priority() {
        await press('p')
        await page.getByRole('combobox', { name: 'Find a priority' }).fill('urg')
        await press('Enter')
        await expect.poll(async () => (await cardNow()).priority).toBe('urgent')
        await expect.poll(() => focused(page)).toBe('One')
      },
      async rename() {
        await press('r')
        await page.getByRole('textbox', { name: 'Title' }).waitFor()
        await press('Escape')
        await expect.poll(() => focused(page)).toBe('One')
      },
      async menu() {
        await press('.')
        await page.getByRole('menuitem', { name: 'Complete' }).waitFor()
        await press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await expect.poll(() => focused(page)).toBe('One')
      },
      async carry() {
        await press('Space', 'ArrowRight', 'Space')
        await expect.poll(() => board.titles(1)).toBe('One')
        await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One'])
      },
      async undo() {
        await press('z')
        await expect.poll(() => board.titles(0)).toBe('OneTwo')
        await expect.poll(() => focused(page)).toBe('One')
      },
      async newCard() {
        await press('n')
        await page.getByLabel('Card title').fill('Three')
        await press('Enter')
        await list(page, 'To do').getByRole('link', { name: 'Three' }).waitFor()
        await press('Escape')
        await expect.poll(() => focused(page)).toBe('Three')
      },
      async filter() {
        await on('One')
        await press('f')
        await dialog.waitFor()
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
        await leave()
      },
      async find() {
        await on('One')
        await press('Control+f')
        expect(await dialog.count()).toBe(0)
      },
      async moveTo() {
        await on('One')
        await press('m')
        await dialog.waitFor()
        await leave()
      },
      async select() {
        await on('One')
        await press('x')
        await selected(1)
        await press('Escape')
        await page.getByRole('toolbar').waitFor({ state: 'detached' })
      },
      async selectList() {
        await press('Shift+x')
        await selected(3)
        await press('Escape')
        await page.getByRole('toolbar').waitFor({ state: 'detached' })
      },
      async archive() {
        await on('Three')
        await press('e')
        await expect.poll(() => board.titles(0)).toBe('OneTwo')
      },
      async open() {
        await on('One')
        await press('Enter')
        await heading('One')
        await page.getByLabel('Comment', { exact: true }).waitFor()
      },
      async nextCard() {
        await press('j')
        await heading('Two')
        await page.getByLabel('Comment', { exact: true }).waitFor()
      },
      async previousCard() {
        await press('k')
        await heading('One')
        await page.getByLabel('Comment', { exact: true }).waitFor()
      },
      async copyKey() {
        await press('c')
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(card.key)
      },
      async watch() {
        const watchers = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.watchers
        const before = await watchers()
        await press('w')
        await expect.poll(async () => (await watchers()).includes(ada.actorId)).toBe(!before.includes(ada.actorId))
      },
      async carryItem() {
        await page.getByRole('checkbox', { name: 'Sand' }).focus()
        await press('Alt+ArrowDown')
        const items = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.checklistItems.map(({ text }) => text)
        await expect.poll(items).toEqual(['Paint', 'Sand'])
      },
      async send() {
        await page.getByLabel('Comment', { exact: true }).fill('Said by keyboard')
        await press('Control+Enter')
        await page.getByText('Said by keyboard').first().waitFor()
        await expect.poll(async () => (await allowed(ada, 'comment.list', { cardId: card.id })).length).toBe(3)
      },
      bold: () => toggles('Control+b', '**word**'),
      italic: () => toggles('Control+i', '_word_'),
      code: () => toggles('Control+e', '`word`'),
      async link() {
        await word()
        await press('Control+k')
        await expect.poll(() => textIn(writing)).toBe('[word](https://)')
      },
      numbers: () => toggles('Control+Shift+7', '1. word'),
      bullets: () => toggles('Control+Shift+8', '- word'),
      tasks: () => toggles('Control+Shift+9', '- [ ] word'),
      quote: () => toggles('Control+Shift+.', '> word'),
      async blocks() {
        await writing.fill('')
        await press('/')
        await page.getByRole('option', { name: /^Code block/ }).click()
        await expect.poll(() => textIn(writing)).toBe('```\n\n```')
        await writing.fill('')
      },
      async boards() {
        await page.goto('/inbox')
        await heading('Inbox')
        await press('g', 'b')
        await heading('Boards')
      },
      async myWork() {
        await press('g', 'm')
        await heading('My work')
      },
      async agents() {
        await press('g', 'a')
        await heading('Agents')
      },
      async inbox() {
        await press('g', 'i')
        await heading('Inbox')
        await expect.poll(() => unread.count()).toBe(2)
      },
      async next() {
        await press('j', 'j')
        await expect.poll(rowWithFocus).toContain('Look')
      },
      async previous() {
        await press('k')
        await expect.poll(rowWithFocus).toContain('And this')
      },
      async read() {
        await press('e')
        await expect.poll(() => unread.count()).toBe(1)
      },
    }
    expect(Object.keys(tried).toSorted()).toEqual(once)
    for (const [name, does] of Object.entries(tried))
      await does().catch((error: Error) => Promise.reject(new Error(name, { cause: error })))
  })

  test.each(['in front of its board', 'as a page'])(
    'keys open the controls of a card that is open %s, and Escape closes only these',
    async (form) => {
      const { ada } = stage.world
      const board = await makeBoard(stage.world)
      const card = await board.card('One')
      await board.card('Two')
      await allowed(ada, 'checklist.add', { cardId: card.id, text: 'Sand' })
      const { page } = await stage.visitAs('ada')
      const isPage = form === 'as a page'
      await page.goto(isPage ? `/cards/${card.key}` : `/boards/${board.id}/cards/${card.key}`)
      await page.getByLabel('Comment', { exact: true }).waitFor()
      const press = (...keys: string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
      const cardNow = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card
      const focusedWithin = (selector: string) =>
        expect
          .poll(() => page.evaluate((within) => document.activeElement?.closest(within) !== null, selector), { message: selector })
          .toBe(true)
      const openControls = page.locator('[role=menu], [role=dialog]')
      // The card is a dialog too: a key before the focus has come to the control goes to the card.
      const focusedInLast = (role: string) =>
        expect
          .poll(() => page.evaluate((of) => [...document.querySelectorAll(of)].at(-1)?.contains(document.activeElement), role), {
            message: role,
          })
          .toBe(true)
      const behind = isPage ? 0 : 1
      await expect.poll(() => openControls.count()).toBe(behind)
      const closes = async () => {
        await press('Escape')
        await expect.poll(() => openControls.count()).toBe(behind)
        await page.getByLabel('Comment', { exact: true }).waitFor()
      }

      const opens: [key: string, part: string, control: string][] = [
        ['a', 'assignees', '[role=dialog]'],
        ['l', 'labels', '[role=dialog]'],
        ['d', 'dueAt', '[role=dialog]'],
        ['p', 'priority', '[role=menu]'],
      ]
      // Twice: the first time its code may still have to come.
      for (const [key, part, control] of [...opens, ...opens]) {
        await press(key)
        await expect.poll(() => openControls.count(), { message: key }).toBe(behind + 1)
        await focusedInLast(control)
        await closes()
        await focusedWithin(`[data-property="${part}"]`)
      }
      await press('p')
      await focusedInLast('[role=menu]')
      await press('u', 'Enter')
      await expect.poll(async () => (await cardNow()).priority).toBe('urgent')
      await press('m')
      await page.getByRole('dialog', { name: `Move ${card.key}` }).waitFor()
      await focusedWithin('[role=dialog] form')
      await closes()
      await press('.')
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
      await closes()

      // The title: Escape leads back to where the focus was, and takes back what was typed before.
      await focusedWithin('[data-card-menu]')
      await press('r')
      await focusedWithin('textarea')
      await press('a', 'l', '.', 'Escape')
      await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('One')
      await press('Escape')
      await focusedWithin('[data-card-menu]')
      await page.getByLabel('Comment', { exact: true }).waitFor()

      // Neither with a modifier nor in a field.
      await press('Alt+p', 'Control+Shift+p')
      await page.getByLabel('Add an item').focus()
      await press('p', 'm', 'e')
      await expect.poll(() => page.getByLabel('Add an item').inputValue()).toBe('pme')
      expect(await openControls.count()).toBe(behind)
      await page.getByLabel('Add an item').fill('')
      await page.locator('[data-card-menu]').focus()

      await press('e')
      await page.getByText('Archived', { exact: true }).first().waitFor()
      await expect.poll(async () => (await cardNow()).archivedAt).not.toBeNull()
      await press('z')
      await expect.poll(async () => (await cardNow()).archivedAt).toBeNull()
    },
  )

  test('the focused card has a ring along its edges', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    await board.card('Two')
    const page = await open(await stage.visitAs('ada'), board)
    const two = await tile(page, 'Two').boundingBox()
    if (!two) throw new Error('the tile is not on the page')
    // The left edge, because the right one also shows the menu button.
    const edge = () =>
      page.screenshot({ clip: { x: two.x - 4, y: two.y + two.height / 2 - 5, width: 8, height: 10 }, animations: 'disabled' })
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Home')
    const before = await edge()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('Two')
    expect((await edge()).equals(before)).toBe(false)
  })

  test('the second key of a pair is no key of the card', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByLabel('Comment', { exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('who may only read has no keys that change a card', async () => {
    const { ada, vic } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(ada, 'member.update', { boardId: board.id, actorId: vic.actorId, role: 'viewer' })
    const { page } = await stage.visitAs('vic')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('heading', { name: 'One' }).first().waitFor()
    await page
      .getByRole('button', { name: 'Stop watching' })
      .or(page.getByRole('button', { name: 'Watch', exact: true }))
      .first()
      .waitFor()
    for (const key of ['a', 'l', 'd', 'p', 'm', 'r', 'e']) await page.keyboard.press(key)
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Archive' }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect((await allowed(ada, 'card.get', { cardId: card.id })).card.archivedAt).toBeNull()
  })

  test('no key acts while somebody writes', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await stage.visitAs('ada'), board)
    await page.keyboard.press('n')
    await page.getByLabel('Card title').pressSequentially('new fox? e/x')
    await expect.poll(() => page.getByLabel('Card title').inputValue()).toBe('new fox? e/x')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
