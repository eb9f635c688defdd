import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from './accessible.ts'
import { inTheBrowser, list, open, titlesIn } from './stage.ts'

const field = (page: Page) => page.getByRole('combobox')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const activeOption = (page: Page) => page.locator('[role=option][aria-selected=true]').textContent()

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
    await page.getByText('Write a title first.').waitFor()
    await page.keyboard.press('Escape')
    await option(page, 'Assign me').or(option(page, 'Take me off this card')).waitFor()
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
    const headings = async () => (await page.getByRole('heading', { level: 2 }).allTextContents()).toSorted()
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
    await page.getByText('This browser notifies you of questions.').waitFor()
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
    // The row shows it before the service has it, which is asked for what is unread.
    await expect.poll(() => allowed(ada, 'notification.list', { unread: true })).toEqual([])
    await page.getByRole('link', { name: 'Unread' }).click()
    await page.getByText('All read').waitFor()
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
