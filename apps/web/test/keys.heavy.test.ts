import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RequirementId } from '../../../conformance/src/requirements.ts'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { en } from '../src/i18n/keys/en.ts'
import { type CommandName, commandNames, commands, helpGroups, listedIn } from '../src/shell/commands.ts'
import { inTheBrowser, list, open, tile, titlesIn } from './stage.ts'
import { textIn } from './written.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

const proves: RequirementId[] = [
  'web.key.help',
  'web.key.palette',
  'web.key.search',
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
    expect(listed.toSorted()).toEqual(commandNames.filter((name) => commands[name].keys).toSorted())
    const unread = page.getByText('unread', { exact: false }).and(page.locator('li span'))

    const tried: Partial<Record<CommandName, () => Promise<unknown>>> = {
      async help() {
        await press('Shift+?')
        await expect
          .poll(async () => (await dialog.locator('dt').allTextContents()).toSorted())
          .toEqual(listed.map((name) => en.names[name]).toSorted())
      },
      close: leave,
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
    expect(Object.keys(tried).toSorted()).toEqual(listed.toSorted())
    for (const [name, does] of Object.entries(tried))
      await does().catch((error: Error) => Promise.reject(new Error(name, { cause: error })))
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
