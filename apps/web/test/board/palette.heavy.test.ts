import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser, list, open, titlesIn } from '../kit/stage.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const field = (page: Page) => page.locator('[data-palette]').getByRole('combobox')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const activeOption = (page: Page) => page.locator('[role=option][aria-selected=true]').textContent()

const ofEveryCard = [
  'Assign me',
  'Assign …',
  'Labels …',
  'Priority …',
  'Start date …',
  'Due date …',
  'Estimate …',
  'Rename the card',
  'Edit the description',
  'Write a comment',
  'Move to …',
  'Complete',
  'Delegate to an agent …',
  'Delegate with a budget …',
  'Archive',
  'Card menu',
  'Add a checklist item',
  'Add a sub-card',
  'Link card …',
  'Attach files …',
  'Attach a link …',
  'Copy the link to this card',
  'Copy the key',
  'Make a copy …',
]

inTheBrowser('finding and doing', (stage) => {
  const { visitAs } = stage

  test('the palette does what can be done with the card that has the focus, by keyboard alone', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const page = await open(await visitAs('ada'), board)
    const openOn = async (title: string) => {
      await page.getByRole('link', { name: title, exact: true }).focus()
      await page.keyboard.press('Control+k')
      await field(page).waitFor()
    }
    await openOn('One')
    await expect.poll(() => activeOption(page)).toBe('Assign me')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.assigneeActorIds).toEqual([ada.actorId])
    await openOn('One')
    await field(page).fill('move')
    await page.keyboard.press('Enter')
    await field(page).fill('done')
    await expect.poll(() => activeOption(page)).toBe('Done')
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesIn(page, 'Done')).toEqual(['One'])
    // Escape goes back one step, then closes; the focus is where it was.
    await openOn('One')
    await field(page).fill('new card')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a title first.').waitFor()
    await page.keyboard.press('Escape')
    await option(page, 'Assign me').or(option(page, 'Unassign me')).waitFor()
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('One')
    await openOn('One')
    await field(page).fill('new card')
    await page.keyboard.press('Enter')
    await field(page).fill('Made by keyboard')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await list(page, 'In progress').getByRole('link', { name: 'Made by keyboard' }).waitFor()
  })

  /** Gives a command by its name, from the first line that it finds. */
  const give = async (page: Page, asked: string, name: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await field(page)
      .fill(asked)
      .catch((error: Error) => Promise.reject(new Error(asked, { cause: error })))
    await option(page, name).first().click()
  }

  test.each(['in front of its board', 'as a page'])('the palette has every command of a card that is open %s', async (form) => {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await board.card('Two')
    const { page, context } = await visitAs('ada')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const isPage = form === 'as a page'
    await page.goto(isPage ? `/cards/${card.key}` : `/boards/${board.id}/cards/${card.key}`)
    await page.getByLabel('Comment', { exact: true }).waitFor()
    const now = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card
    const controls = page.locator('[role=menu], [role=dialog]')
    const behind = isPage ? 0 : 1
    /** Gives a command once the dialog of the one before is closed: an open dialog takes the keys. */
    const command = async (asked: string, name: string | RegExp) => {
      await expect.poll(() => controls.count()).toBe(behind)
      await give(page, asked, name)
    }
    const closes = async () => {
      await page.keyboard.press('Escape')
      await expect.poll(() => controls.count()).toBe(behind)
    }

    /** Into the field that the command has gone to. */
    const write = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).fill(text)
      await page.keyboard.press('Enter')
    }

    await page.keyboard.press('Control+k')
    const ofCard = page.getByRole('group', { name: `Card ${card.key}` })
    const names = [
      ...ofEveryCard,
      ...(isPage ? [] : ['Open as a page']),
      'Show the history',
      'Watch, or stop watching',
      'Next card of the board',
    ]
    const shown = () => ofCard.locator('[role=option] > span:nth-child(2)').allTextContents()
    await expect.poll(shown).toEqual(names)
    await closes()

    await command('assignee', /^Assign …/)
    await page.getByRole('combobox', { name: 'Find a person' }).fill('mia')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await now()).assigneeActorIds).toEqual([mia.actorId])
    await closes()
    await command('tag', /^Labels …/)
    await page.getByLabel('Find or create a label').fill('Wood')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await now()).labelIds.length).toBe(1)
    await closes()
    await command('deadline', /^Due date …/)
    await page.getByLabel('Date', { exact: true }).fill('2031-05-06')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await now()).dueAt?.slice(0, 7)).toBe('2031-05')
    await command('begin', 'Start date …')
    await page.getByLabel('Date', { exact: true }).fill('2031-05-02')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await now()).startAt?.slice(0, 7)).toBe('2031-05')
    await command('urgent', /^Priority …/)
    await page.getByRole('menuitemradio', { name: 'High' }).click()
    await expect.poll(async () => (await now()).priority).toBe('high')
    await command('points', 'Estimate …')
    await write('Estimate', '5')
    await expect.poll(async () => (await now()).estimate).toBe(5)
    await command('title', /^Rename the card/)
    await write('Title', 'Anew')
    await expect.poll(async () => (await now()).title).toBe('Anew')
    await command('status', /^Move to …/)
    await option(page, 'Another board, or a position …').click()
    await page.getByRole('dialog', { name: `Move ${card.key}` }).waitFor()
    await closes()
    await command('done', 'Complete')
    await expect.poll(async () => (await now()).completedAt).not.toBeNull()
    await command('reopen', 'Reopen')
    await expect.poll(async () => (await now()).completedAt).toBeNull()
    await command('checklist', 'Add a checklist item')
    await write('Add an item', 'Sand')
    await expect.poll(async () => (await now()).checklistItems.map(({ text }) => text)).toEqual(['Sand'])
    await command('sub-card', 'Add a sub-card')
    await write('Add a sub-card', 'Part')
    await expect.poll(async () => (await now()).progress.total).toBe(1)
    await command('blocked', 'Link card …')
    await page.getByPlaceholder('Key or words from the title').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-adding'))).toBe('relation')
    await page.keyboard.press('Escape')
    const chosen = page.waitForEvent('filechooser')
    await command('upload', 'Attach files …')
    await (await chosen).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') })
    await expect.poll(async () => (await now()).attachments.map(({ name }) => name)).toEqual(['plan.txt'])
    await command('url', 'Attach a link …')
    await page.getByLabel('URL').waitFor()
    await page.keyboard.press('Escape')
    await command('share', 'Copy the link to this card')
    await page.getByText('Link copied').waitFor()
    await command('duplicate', 'Make a copy …')
    await page.getByRole('dialog', { name: `Make a copy of ${card.key}` }).waitFor()
    await closes()
    await command('delegate', 'Delegate to an agent …')
    await option(page, 'Robo').click()
    await expect.poll(async () => (await now()).delegation?.agentActorId).toBe(robo.actorId)
    await command('delegation', 'Remove delegation')
    await expect.poll(async () => (await now()).delegation).toBeNull()
    await command('delete', /^Archive/)
    await expect.poll(async () => (await now()).archivedAt).not.toBeNull()
    await page.getByText('Archived', { exact: true }).first().waitFor()
    await command('delete', 'Delete permanently …')
    await page.getByRole('dialog', { name: /Delete/ }).waitFor()
    await closes()
    await command('restore', 'Restore')
    await expect.poll(async () => (await now()).archivedAt).toBeNull()
    // Another test reads all that is assigned to Mia.
    await allowed(stage.world.ada, 'card.unassign', { cardId: card.id, actorId: mia.actorId })
  })

  /** A card with every part: an agent at work, and work that waits for a review. */
  async function fullCard() {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world)
    await allowed(ada, 'list.update', { listId: board.lists[0] ?? '', acceptance: 'required' })
    await board.card('Before')
    const card = await board.card('Full', { description: 'Oak', estimate: 3, priority: 'high', dueAt: '2031-05-06T10:00:00Z' })
    await board.card('After')
    const cardId = card.id
    const { id: fieldId } = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'number' })
    await allowed(ada, 'card.field.set', { cardId, fieldId, value: 7 })
    await allowed(ada, 'card.update', { cardId, description: 'Oak, or beech' })
    await allowed(ada, 'checklist.add', { cardId, text: 'Sand' })
    await allowed(mia, 'comment.create', { cardId, body: 'Which wood?' })
    for (const name of ['cover.png', 'other.png']) {
      const file = new File([Buffer.from(dot, 'base64')], name, { type: 'image/png' })
      await allowed(ada, 'attachment.add', { cardId, file })
    }
    const [cover] = (await allowed(ada, 'card.get', { cardId })).card.attachments
    await allowed(ada, 'card.update', { cardId, coverAttachmentId: cover?.id ?? null })
    const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
    return { board, card, session }
  }

  /** The commands behind the buttons of an open card, by their names. Null: the button is about a single row or a text, not about the card. */
  const behind: [RegExp, string | null][] = [
    [/^Next card/, 'Next card of the board'],
    [/^Previous card/, 'Previous card of the board'],
    [/copy key(C)?$/i, 'Copy the key'],
    [/^Complete$/, 'Complete'],
    [/^(Watch|Stop watching)/, 'Watch, or stop watching'],
    [/^More actions for/, 'Card menu'],
    [/^Stop$/, 'Stop the agent'],
    [/^Accept$/, 'Accept the work'],
    [/^Send back$/, 'Send the work back …'],
    [/^Send message$/, 'Message to the agent …'],
    [/^Copy the link|^Copy link/, 'Copy the link to this card'],
    [/^Open as a page$/, 'Open as a page'],
    [/^Move to/, 'Move to …'],
    [/^Make a copy/, 'Make a copy …'],
    [/^Archive(E)?$/, 'Archive'],
    [/^Versions of the description$/, 'Versions of the description …'],
    [/^Edit$/, 'Edit the description'],
    [/^Set “other.png” as cover$/, 'Set a cover …'],
    [/^Remove the cover$/, 'Remove the cover'],
    [/^Attach files$/, 'Attach files …'],
    [/^Attach a link$/, 'Attach a link …'],
    [/^History$/, 'Show the history'],
    [/^Comments/, 'Write a comment'],
    [/^List: /, 'Move to …'],
    [/^Unassigned$/, 'Assign …'],
    [/^R ?Robo$/, 'Delegate to an agent …'],
    [/^High$/, 'Priority …'],
    [/^Start: /, 'Start date …'],
    [/^Due: /, 'Due date …'],
    [/^None$/, 'Labels …'],
    [/^Sub-cards$/, 'Add a sub-card'],
    [/^Link card$/, 'Link card …'],
    [/^Undo changes/, 'Undo what the agent did …'],
    [/^Set budget$/, 'Budget of the session …'],
    // Of a single file, comment or date, of the trail, or of the dialog and the palette themselves.
    [/^(cover|other)\.png$|^Delete |^Add reaction$|^Remove the due date$|^Show all activity$|^Close$|^All commands/, null],
    [/^Delegate with a budget/, 'Delegate with a budget …'],
    [/^Remove delegation$/, 'Remove delegation'],
  ]

  test.each(['an agent is at work', 'work waits for a review'])(
    'each button of a card with all its parts is a command, while %s',
    async (state) => {
      const { robo } = stage.world
      const { board, card, session } = await fullCard()
      const post = { sessionId: session.id }
      if (state === 'an agent is at work') await allowed(robo, 'session.post', { ...post, op: 'update', state: 'working' })
      else await allowed(robo, 'session.post', { ...post, op: 'complete', summary: 'It is dry now.' })
      const { page } = await visitAs('ada')
      await page.goto(`/boards/${board.id}/cards/${card.key}`)
      await page.getByLabel('Comment', { exact: true }).waitFor()
      await page.getByRole('region', { name: 'Agent sessions' }).getByText('Robo').first().waitFor()
      const namesOf = (role: 'button' | 'menuitem' | 'tab') =>
        page
          .locator('[role=dialog], [role=menu]')
          .getByRole(role)
          .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''))
      const names = [...(await namesOf('button')), ...(await namesOf('tab'))]
      for (const menu of [
        page.getByRole('button', { name: `More actions for ${card.key}` }),
        page.locator('[data-property=delegation] button'),
      ]) {
        await menu.click()
        await page.getByRole('menuitem').first().waitFor()
        names.push(...(await namesOf('menuitem')))
        await page.keyboard.press('Escape')
        await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
      }
      const commandOf = (name: string) => behind.find(([pattern]) => pattern.test(name))?.[1]
      expect(names.filter((name) => commandOf(name) === undefined)).toEqual([])
      await page.keyboard.press('Control+k')
      const shown = page.getByRole('group', { name: `Card ${card.key}` }).locator('[role=option] > span:nth-child(2)')
      await option(page, 'Write a comment').waitFor()
      const offered = await shown.allTextContents()
      const wanted = new Set(names.flatMap((name) => commandOf(name) ?? []))
      expect([...wanted].filter((name) => !offered.includes(name))).toEqual([])
    },
  )

  test('on a phone the palette opens from the menu of the card, and opens what is folded away there', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada', { phone: true })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByLabel('Comment', { exact: true }).waitFor()
    const ask = async (asked: string, name: string | RegExp) => {
      await page.getByRole('button', { name: `More actions for ${card.key}` }).tap()
      await page.getByRole('menuitem', { name: 'All commands …' }).tap()
      await field(page).fill(asked)
      await option(page, name).first().tap()
    }
    await ask('tag', /^Labels …/)
    await page.getByLabel('Find or create a label').fill('Wood')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.labelIds.length).toBe(1)
    await page.keyboard.press('Escape')
    await ask('size', 'Estimate …')
    await page.getByLabel('Estimate', { exact: true }).and(page.locator(':focus')).fill('3')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.estimate).toBe(3)
    await ask('status', /^Move to …/)
    await option(page, 'Done').tap()
    await expect.poll(() => board.titles(2)).toBe('One')
  })

  test('the palette has the commands of the board and the general ones', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world, { name: 'Bakery' })
    const card = await board.card('One')
    await allowed(stage.world.mia, 'comment.create', { cardId: card.id, body: 'Look, @ada' })
    const page = await open(await visitAs('ada'), board)
    const boardNow = () => allowed(ada, 'board.outline', { boardId: board.id })
    await give(page, 'group by', 'Swimlanes …')
    await option(page, 'Priority').click()
    await page.waitForURL('**/boards/*?lanes=priority')
    await give(page, 'empty', 'Show empty swimlanes')
    await page.waitForURL('**/boards/*?lanes=priority&empty=true')
    await give(page, 'empty', 'Hide empty swimlanes')
    await page.waitForURL('**/boards/*?lanes=priority')
    await give(page, 'swimlanes', 'Swimlanes …')
    await option(page, 'No swimlanes').click()
    await give(page, 'column', 'New list')
    await page.getByLabel('List name').fill('Oven')
    await page.keyboard.press('Enter')
    await list(page, 'Oven').waitFor()
    await give(page, 'calendar', 'Layout …')
    await option(page, 'List').click()
    await page.waitForURL('**/boards/*?layout=list')
    await give(page, 'save as', 'Save as a new view …')
    await page.getByLabel('View name').fill('Table')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/boards/*?view=*')
    await give(page, 'views', 'Views …')
    await option(page, 'All cards').click()
    await list(page, 'Oven').waitFor()
    await give(page, 'halt', 'Pause agents …')
    await page.getByText('Enter a reason first.').waitFor()
    await field(page).fill('Stocktaking')
    await option(page, 'Pause agents').first().click()
    await page.getByRole('note').getByText('Stocktaking').waitFor()
    await give(page, 'resume', 'Resume agents')
    await page.getByRole('note').waitFor({ state: 'detached' })
    await give(page, 'mark all', 'Mark all as read')
    await expect.poll(() => allowed(ada, 'notification.list', { unread: true })).toEqual([])
    await give(page, 'archive', 'Archive this board')
    await expect.poll(async () => (await boardNow()).archivedAt).not.toBeNull()
    await give(page, 'restore', 'Restore this board')
    await expect.poll(async () => (await boardNow()).archivedAt).toBeNull()
    await give(page, 'members', /^Members/)
    await page.waitForURL('**/settings/members')
    await page.getByRole('heading', { name: 'Members' }).first().waitFor()
    await give(page, 'tokens', /^Access tokens/)
    await page.waitForURL('**/settings/tokens')
    await give(page, 'new board', 'New board …')
    await field(page).fill('Mill')
    await option(page, /^Kanban/).click()
    await page.getByRole('heading', { name: 'Mill' }).first().waitFor()
    await list(page, 'To do').waitFor()
  })

  test('the palette has the acts of the list that has the focus', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await visitAs('ada'), board)
    const names = async () => (await allowed(ada, 'board.outline', { boardId: board.id })).lists.map(({ name }) => name)
    const ask = async (asked: string, name: string) => {
      await page.getByRole('link', { name: 'One', exact: true }).focus()
      await give(page, asked, name)
    }
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Control+k')
    const ofList = page.getByRole('group', { name: 'List To do' }).locator('[role=option] > span:nth-child(2)')
    await expect
      .poll(() => ofList.allTextContents())
      .toEqual(['Select all cards of the list', 'Rename this list', 'Settings of this list …', 'Move this list right', 'Archive this list'])
    await page.keyboard.press('Escape')
    await ask('rename list', 'Rename this list')
    await page.getByLabel('List name').and(page.locator(':focus')).fill('Next')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Next', 'In progress', 'Done'])
    await ask('move right', 'Move this list right')
    await expect.poll(names).toEqual(['In progress', 'Next', 'Done'])
    await ask('limit', 'Settings of this list …')
    await page.getByRole('dialog').getByLabel('Limit').fill('4')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await list(page, 'Next').getByText('1/4').waitFor()
    await ask('archive', 'Archive this list')
    await expect.poll(names).toEqual(['In progress', 'Done'])
    await give(page, 'rename', 'Rename this board')
    await page.getByLabel('Board name').and(page.locator(':focus')).fill('Mill')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Mill' }).first().waitFor()
  })

  test('on a tile the palette has what the open card has: it opens the card for it', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const size = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['S', 'L'] })
    const { page, context } = await visitAs('ada')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const now = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card
    const ask = async (asked: string, name: string | RegExp) => {
      await page.goto(`/boards/${board.id}`)
      // The card is also in the sidebar by now.
      await page.getByRole('main').getByRole('link', { name: 'One', exact: true }).focus()
      await give(page, asked, name)
    }
    const write = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).fill(text)
      await page.keyboard.press('Enter')
    }
    await ask('points', 'Estimate …')
    await write('Estimate', '5')
    await expect.poll(async () => (await now()).estimate).toBe(5)
    await ask('size', /^Size/)
    await page.getByRole('menuitemradio', { name: 'L' }).click()
    await expect.poll(async () => (await now()).fieldValues).toMatchObject([{ fieldId: size.id, value: 'L' }])
    await ask('checklist', 'Add a checklist item')
    await write('Add an item', 'Sand')
    await expect.poll(async () => (await now()).checklistItems.map(({ text }) => text)).toEqual(['Sand'])
    await ask('description', 'Edit the description')
    await page.getByRole('textbox', { name: 'Description' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Two coats.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await now()).description).toBe('Two coats.')
    const chosen = page.waitForEvent('filechooser')
    await ask('upload', 'Attach files …')
    await (await chosen).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') })
    await expect.poll(async () => (await now()).attachments.map(({ name }) => name)).toEqual(['plan.txt'])
    await ask('duplicate', 'Make a copy …')
    await page.getByRole('dialog', { name: `Make a copy of ${card.key}` }).waitFor()
    await ask('subscribe', 'Watch, or stop watching')
    await expect.poll(async () => (await now()).watchers.includes(ada.actorId)).toBe(false)
    await ask('identifier', 'Copy the key')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(card.key)
    await ask('full screen', 'Open as a page')
    await page.waitForURL(`**/cards/${card.key}`)
  })

  test('a value is found by its name, without the step of its command, and a selection is cleared', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await visitAs('ada'), board)
    const first = async (asked: string) => {
      await page.keyboard.press('Control+k')
      await field(page).fill(asked)
      await option(page, /^Search everywhere/).waitFor()
      const line = await activeOption(page)
      await page.keyboard.press('Enter')
      return line
    }
    expect(await first('dark')).toBe('DarkAppearance')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect(await first('calendar')).toBe('CalendarLayout')
    await page.waitForURL('**/boards/*?layout=calendar')
    expect(await first('layout board')).toBe('BoardLayout')
    await list(page, 'To do').waitFor()
    expect(await first('group by priority')).toBe('PrioritySwimlanes')
    await page.waitForURL('**/boards/*?lanes=priority')
    expect(await first('no swimlanes')).toBe('No swimlanesSwimlanes')
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    expect(await first('deselect')).toBe('Clear the selection')
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    expect(await first('invite')).toBe('MembersBoard settings')
    await page.waitForURL('**/settings/members')
    expect(await first('german')).toBe('DeutschLanguage')
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  })

  test('the palette has the order and the columns of the List layout, and on other layouts it has neither', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Bread')
    await board.card('Apples')
    const page = await open(await visitAs('ada'), board)
    const table = page.getByRole('table', { name: 'Cards' })
    const rows = () => table.locator('tr[data-card] a').allTextContents()
    const header = (name: string) => table.getByRole('columnheader', { name })
    await page.keyboard.press('Control+k')
    await field(page).fill('sort by')
    await option(page, /^Search everywhere/).waitFor()
    expect(await option(page, 'Sort by …').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.goto(`/boards/${board.id}?layout=list`)
    await expect.poll(rows).toEqual(['Bread', 'Apples'])
    await give(page, 'sort by', 'Sort by …')
    await field(page).fill('title')
    await option(page, 'Title').first().click()
    await page.waitForURL('**/boards/*?layout=list&sort=title')
    await expect.poll(rows).toEqual(['Apples', 'Bread'])
    await give(page, 'descending', 'Sort by …')
    await option(page, 'Title, reversed').click()
    await expect.poll(rows).toEqual(['Bread', 'Apples'])
    await give(page, 'order', 'Sort by …')
    await option(page, 'Board order').click()
    await page.waitForURL('**/boards/*?layout=list')
    await give(page, 'hide', 'Columns …')
    await option(page, 'Labels').click()
    await header('Labels').waitFor({ state: 'detached' })
    await give(page, 'reset', 'Reset columns')
    await header('Labels').waitFor()
  })

  test('the palette has the acts of the menu of views, for the view that is shown', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const view = await allowed(ada, 'view.create', { boardId: board.id, name: 'Mine', query: {}, layout: 'board' })
    const views = () => allowed(ada, 'view.list', { boardId: board.id })
    const page = await open(await visitAs('ada'), board)
    const isFaded = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('tandem.ageing.')))
    const inPalette = async (asked: string, name: string) => {
      await page.keyboard.press('Control+k')
      await field(page).fill(asked)
      await option(page, /^Search everywhere/).waitFor()
      const found = await option(page, name).count()
      await page.keyboard.press('Escape')
      return found
    }
    await give(page, 'stale', 'Fade unchanged cards')
    await expect.poll(isFaded).toBe(true)
    await give(page, 'stale', 'Stop fading unchanged cards')
    await expect.poll(isFaded).toBe(false)
    expect(await inPalette('this view', 'Delete this view …')).toBe(0)
    await give(page, 'views', 'Views …')
    await option(page, 'Mine').click()
    await page.waitForURL(`**/boards/*?view=${view.id}`)
    await give(page, 'favorites', 'Add this view to favorites')
    const starred = () => allowed(ada, 'favourite.list', {})
    await expect.poll(starred).toMatchObject([{ itemId: view.id }])
    await give(page, 'favorites', 'Remove this view from favorites')
    await expect.poll(starred).toEqual([])
    for (const [asked, name, layout] of [
      ['discard', 'Discard the changes to this view', 'board'],
      ['save', 'Save the changes to this view', 'list'],
    ] as const) {
      expect(await inPalette(asked, name)).toBe(0)
      await give(page, 'calendar', 'Layout …')
      await option(page, 'List').click()
      await page.getByText('Changed', { exact: true }).waitFor()
      await give(page, asked, name)
      await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' })
      await expect.poll(views).toMatchObject([{ layout }])
    }
    await give(page, 'rename', 'Edit this view …')
    await page.getByLabel('View name').fill('Ours')
    await page.keyboard.press('Enter')
    await expect.poll(views).toMatchObject([{ name: 'Ours' }])
    await give(page, 'delete', 'Delete this view …')
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect.poll(views).toEqual([])
  })

  const ofPages: [string, string[]][] = [
    ['/agents', ['New agent']],
    ['/settings/tokens', ['New token']],
    ['/settings/agents', ['New agent']],
    ['/boards/:board/settings/members', ['Add member']],
    ['/boards/:board/settings/labels', ['New label']],
    ['/boards/:board/settings/fields', ['New field']],
    ['/boards/:board/settings/rules', ['New rule']],
    ['/boards/:board/settings/webhooks', ['New webhook']],
    ['/boards/:board?layout=calendar', ['Previous month', 'Next month']],
    ['/waiting', ['Board']],
  ]
  test.each(ofPages)('the palette has the main controls of the page %s', async (path, names) => {
    const board = await makeBoard(stage.world)
    const { page } = await visitAs('ada')
    await page.goto(path.replace(':board', board.id))
    for (const name of names) await page.locator('#page').getByLabel(name).or(page.getByRole('button', { name })).first().waitFor()
    await page.keyboard.press('Control+k')
    const ofPage = page.getByRole('group', { name: 'This page' }).getByRole('option')
    await expect.poll(() => ofPage.allTextContents()).toEqual(names)
    await ofPage.first().click()
    await field(page).waitFor({ state: 'detached' })
    const begun = page.locator('[role=dialog], form, :focus:is(input, select, button)')
    await begun.first().waitFor()
  })

  test('the palette has the controls of insights, and restores from the archive what is typed', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(ada, 'card.update', { cardId: card.id, archived: true })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/insights`)
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await give(page, '90 days', '90 days')
    await page.waitForURL('**/insights?days=90')
    await page.goto(`/boards/${board.id}/archive`)
    await page.getByRole('button', { name: `Restore ${card.key}` }).waitFor()
    await page.keyboard.press('Control+k')
    await option(page, 'Keyboard shortcuts').waitFor()
    expect(await option(page, `Restore ${card.key}`).count()).toBe(0)
    await field(page).fill('restore')
    await option(page, `Restore ${card.key}`).click()
    await expect.poll(async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.archivedAt).toBeNull()
  })

  const texts: [string, string, RegExp, string][] = [
    ['new card', 'New card …', /^Add to To do/, 'Title of the new card'],
    ['new board', 'New board …', /^Empty|^Kanban/, 'Name of the new board'],
    ['pause', 'Pause agents …', /^Pause agents$/, 'Reason for the pause'],
  ]
  test.each(texts)('the text of a step comes back if it was not sent: %s', async (asked, name, line, step) => {
    const board = await makeBoard(stage.world)
    const page = await open(await visitAs('ada'), board)
    const refuse = { status: 500, json: { error: { code: 'internal', message: 'It is down.', details: {} } } }
    await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(refuse)))
    await give(page, asked, name)
    await field(page).fill('Not lost')
    await option(page, line).first().click()
    await page.locator('[data-toast]').first().waitFor()
    await page.getByRole('combobox', { name: step }).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('Not lost')
    await page.unroute('**/api/**')
    await option(page, line).first().click()
    await field(page).waitFor({ state: 'detached' })
    // Sent, it is gone.
    if (asked === 'pause') return give(page, 'resume', 'Resume agents')
    await give(page, asked, name)
    await expect.poll(() => field(page).inputValue()).toBe('')
  })

  test('what a person may not do is not in the palette', async () => {
    const { ada, vic } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(ada, 'member.update', { boardId: board.id, actorId: vic.actorId, role: 'viewer' })
    const { page } = await visitAs('vic')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('button', { name: `More actions for ${card.key}` }).waitFor()
    await page.keyboard.press('Control+k')
    const namesIn = (group: string) => page.getByRole('group', { name: group }).getByRole('option').allTextContents()
    await expect
      .poll(() => namesIn(`Card ${card.key}`))
      .toEqual([
        'Card menu.',
        'Copy the link to this card',
        'Copy the keyC',
        'Open as a page',
        'Show the history',
        'Watch, or stop watchingW',
      ])
    await expect
      .poll(() => namesIn('This board'))
      .toEqual(['Add this board to favorites', 'Archived cards and lists', 'Insights', 'Settings of this board'])
    await field(page).fill('webhooks')
    await expect.poll(() => activeOption(page)).toContain('Search everywhere')
  })

  test('the palette lists the commands of the page with their keys, and gives them to the selected cards', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const cards = [await board.card('One'), await board.card('Two')]
    const page = await open(await visitAs('ada'), board)
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Shift+x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByText('Selected cards', { exact: true }).waitFor()
    await expect
      .poll(() =>
        option(page, /^Priority/)
          .locator('kbd')
          .textContent(),
      )
      .toBe('P')
    await field(page).fill('priority')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Find a priority' }).fill('low')
    await page.keyboard.press('Enter')
    const priorities = () => Promise.all(cards.map(async ({ id }) => (await allowed(ada, 'card.get', { cardId: id })).card.priority))
    await expect.poll(priorities).toEqual(['low', 'low'])
    // Away from the board, its commands are not offered.
    await page.goto('/inbox')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill('priority')
    await expect.poll(() => activeOption(page)).toContain('Search everywhere')
  })

  test('cards are found by key and by text over all boards, the last answer wins, and what was looked at comes back', async () => {
    const board = await makeBoard(stage.world, { name: 'Kitchen' })
    const other = await makeBoard(stage.world, { name: 'Cellar' })
    const soup = await board.card('Cook the soup', { description: 'With leeks & <b>pepper</b>, slowly' })
    await other.card('Carry leeks upstairs')
    const page = await open(await visitAs('ada'), board)
    // An early answer that comes late shows nothing of itself.
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/search/cards?*', async (route) => {
      if (new URL(route.request().url()).searchParams.get('q') === 'soup') {
        asked.resolve()
        await held.promise
      }
      await route.continue().catch(() => {})
    })
    await page.keyboard.press('/')
    await field(page).fill('soup')
    await asked.promise
    await field(page).fill('leeks')
    await option(page, /Carry leeks upstairs/).waitFor()
    held.resolve()
    await option(page, /Cook the soup/).waitFor()
    const found = option(page, /Cook the soup/)
    await expect.poll(() => found.locator('mark').allTextContents()).toEqual(['leeks'])
    await expect.poll(() => found.textContent()).toContain('<b>pepper</b>')
    await field(page).fill(soup.key.toLowerCase())
    await expect.poll(() => activeOption(page)).toContain('Cook the soup')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/cards/${soup.key}`)
    await page.getByRole('heading', { name: 'Cook the soup' }).first().waitFor()
    // The title comes with the board. The description comes with the card itself: only then does it count as visited.
    await page.getByText(/slowly/).waitFor()
    await page.goto('/inbox')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.keyboard.press('Control+k')
    await option(page, /Cook the soup/).waitFor()
    await option(page, /Kitchen/)
      .first()
      .waitFor()
  })

  test('the search page keeps its filters in the address, groups by board and shows more', async () => {
    const board = await makeBoard(stage.world, { name: 'Attic' })
    const other = await makeBoard(stage.world, { name: 'Roof' })
    for (let at = 0; at < 51; at++) await board.card(`Sweep corner ${at}`)
    const late = await other.card('Sweep the gutter', { dueAt: '2020-01-01T00:00:00Z' })
    const { page } = await visitAs('ada')
    await page.goto('/search')
    await page.getByLabel('What are you looking for?').fill('sweep')
    await page.getByText('50+ cards').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('52 cards').waitFor()
    const headings = async () => (await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toSorted()
    await expect.poll(headings).toEqual(['Attic51', 'Roof1'])
    await page.getByLabel('Due').selectOption('Overdue')
    await page.getByText('1 card', { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('due')).toBe('overdue')
    await page.reload()
    await page.getByRole('link', { name: 'Sweep the gutter' }).click()
    await page.waitForURL(`**/cards/${late.key}`)
  })

  test('my work brings together questions, cards by date and what agents do for me, and follows it live', async () => {
    const { ada, mia, robo } = stage.world
    const board = await makeBoard(stage.world, { name: 'Workshop' })
    const mine = { assigneeActorIds: [mia.actorId] }
    await board.card('Far away', mine)
    await board.card('Long ago', { ...mine, dueAt: '2020-01-01T00:00:00Z' })
    const { page } = await visitAs('mia')
    await page.goto('/my-work')
    await page.getByRole('heading', { name: 'Overdue' }).waitFor()
    const assigned = page.getByRole('region', { name: 'Assigned to you' }).getByRole('link')
    await expect.poll(() => assigned.allTextContents()).toEqual(['Long ago', 'Far away'])
    const card = await board.card('Saw the planks')
    const { session } = await allowed(mia, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    const agents = page.getByRole('region', { name: 'Your agents' })
    // Nothing on the screen is of that session yet: the next look finds it, and from then on frames tell.
    await allowed(ada, 'card.assign', { cardId: card.id, actorId: mia.actorId })
    await agents.getByText('Queued').waitFor()
    const post = { sessionId: session.id }
    await allowed(robo, 'session.post', { ...post, op: 'update', state: 'working', statusText: 'Measuring twice' })
    await agents.getByText('Measuring twice').waitFor()
    await allowed(robo, 'session.post', { ...post, op: 'ask_human', question: 'How long?', options: ['Short', 'Long'] })
    await page.getByRole('article').getByRole('button', { name: 'Long' }).click()
    await expect.poll(async () => (await allowed(robo, 'session.get', post)).state).toBe('working')
    await page.getByRole('article').waitFor({ state: 'detached' })
  })

  test('a question is seen from any tab, told by the browser when that is wanted, and answered in the inbox', async () => {
    const { vic, ada, robo } = stage.world
    const board = await makeBoard(stage.world, { name: 'Paint shop' })
    const card = await board.card('Paint it')
    const visitor = await visitAs('ada')
    const { page, context } = visitor
    await context.grantPermissions(['notifications'])
    await page.addInitScript(() => {
      const shown: unknown[] = []
      class Told extends EventTarget {
        static permission = 'granted'
        static requestPermission = async () => 'granted'
        constructor(title: string, { body }: NotificationOptions) {
          super()
          shown.push({ title, body })
          setTimeout(() => this.dispatchEvent(new Event('click')), 0)
        }
        close() {}
      }
      Object.assign(window, { Notification: Told, shown })
      document.hasFocus = () => false
    })
    await page.goto('/inbox')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This browser notifies you about questions.').waitFor()
    const icon = () => page.locator('link[rel=icon]').getAttribute('href')
    const quiet = await icon()
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    const question = { question: 'Which colour?', options: ['Red', 'Blue'] }
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', ...question })
    await page.waitForURL(`**/cards/${card.key}`)
    const [told] = await page.evaluate(() => (window as unknown as { shown: { title: string; body: string }[] }).shown)
    expect(told).toEqual({ title: `Robo · ${card.key} Paint it`, body: 'Which colour?\n• Red\n• Blue' })
    await expect.poll(() => page.title()).toMatch(/^\(1\) /)
    await expect.poll(icon).not.toBe(quiet)
    await page.goto('/inbox')
    await page.getByRole('region', { name: 'Questions for you' }).getByRole('button', { name: 'Blue' }).click()
    await expect.poll(async () => (await allowed(robo, 'session.get', { sessionId: session.id })).state).toBe('working')
    await expect.poll(() => page.title()).toBe('Inbox · Tandem')
    await expect.poll(icon).toBe(quiet)
    // The rest of the inbox by keyboard.
    await allowed(ada, 'member.update', { boardId: board.id, actorId: vic.actorId, role: 'member' })
    await allowed(vic, 'comment.create', { cardId: card.id, body: 'Look at **this**, @ada' })
    const row = page.getByRole('listitem').filter({ hasText: 'Look at this' })
    await row.getByText('unread').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await expect.poll(() => row.getByText('unread').count()).toBe(0)
    // The row changes before the service has it, so the service is asked for unread notifications.
    await expect.poll(() => allowed(ada, 'notification.list', { unread: true })).toEqual([])
    await page.getByRole('link', { name: 'Unread' }).click()
    await page.getByText('No unread notifications').waitFor()
  })

  const pages: [string, readonly string[]][] = [
    ['what waits', ['/my-work', '/inbox']],
    ['what finds', ['/search?q=beans', 'palette']],
  ]
  test.each(pages)('%s is accessible in light, dark and on a phone', async (_, paths) => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world, { name: 'Garden' })
    const card = await board.card('Plant beans', { assigneeActorIds: [ada.actorId], dueAt: '2020-01-01T00:00:00Z' })
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Where?', options: ['Here', 'There'] })
    const visitor = await visitAs('ada')
    const { page } = visitor
    const askFor = async (text: string) => {
      await page.keyboard.press('Control+k')
      await field(page).fill(text)
      await option(page, /Plant beans/)
        .first()
        .waitFor()
    }
    for (const path of paths) {
      if (path === 'palette') await expectAccessibleInEachLook(visitor, '/', () => askFor('beans'))
      else await expectAccessibleInEachLook(visitor, path)
    }
  })
})
