import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectAccessibleNow, widthNeeded } from './kit/accessible.ts'
import type { Look, Visitor } from './kit/browser.ts'
import { centre, drag, touchOf } from './kit/pointer.ts'
import { inTheBrowser, list, open, tile, titlesIn } from './kit/stage.ts'

inTheBrowser('the web app in a browser', (stage) => {
  const { visitAs } = stage
  test('over another list a dragged card hangs at the pointer, its place is marked there, and Escape brings it back', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const page = await open(await stage.visitAs('ada'), board)
    const [from, to] = [await centre(tile(page, 'One')), await centre(list(page, 'In progress'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 12 })
    await expect.poll(async () => (await centre(page.locator('.lifted'))).x).toBeCloseTo(to.x, -1)
    await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['One'])
    const cursor = ({ x, y }: typeof to) => getComputedStyle(document.elementFromPoint(x, y) ?? document.body).cursor
    await expect.poll(() => page.evaluate(cursor, to)).toBe('grabbing')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One'])
    await expect.poll(() => page.locator('.lifted, [data-carried-over]').count()).toBe(0)
  })

  test('a card is carried by the keyboard, and each step is said', async () => {
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two']) await board.card(title)
    const page = await open(await visitAs('ada'), board)
    await page.getByRole('link', { name: 'One', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.getByText('One: In progress, position 1 of 1').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(async () => [await board.titles(0), await board.titles(1)]).toEqual(['Two', 'One'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('One')
  })

  test('a finger drags a card after a long press', async () => {
    const board = await makeBoard(stage.world)
    for (const title of ['One', 'Two', 'Three']) await board.card(title)
    const visitor = await visitAs('ada', { phone: true })
    const page = await open(visitor, board)
    const [from, to] = [await centre(tile(page, 'One')), await centre(tile(page, 'Three'))]
    const finger = await touchOf(visitor.context, page)
    await finger.press(from)
    await finger.moveTo({ x: from.x, y: to.y + 20 })
    await finger.lift()
    await expect.poll(() => board.titles(0)).toBe('TwoThreeOne')
  })

  test('an agent that waits gets its answer from one click, and the panel follows its work live', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    const post = { sessionId: session.id }
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByText('Queued').first().waitFor()
    await allowed(stage.world.robo, 'session.post', { ...post, op: 'ask_human', question: 'Which colour?', options: ['Red', 'Blue'] })
    await page.getByRole('button', { name: 'Blue' }).press('Enter')
    await expect.poll(async () => (await allowed(stage.world.robo, 'session.get', post)).state).toBe('working')
    // The button is removed with its question, so the focus moves to the session.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Session of Robo')
    const { events } = await allowed(stage.world.robo, 'session.events', post)
    expect(events.findLast((event) => event.kind === 'answer')?.body).toMatchObject({ answer: 'Blue', actorId: stage.world.ada.actorId })
    await allowed(stage.world.robo, 'session.post', { ...post, op: 'progress', note: 'Mixing the paint' })
    await page.getByText('Mixing the paint').waitFor()
    await allowed(stage.world.robo, 'session.post', { ...post, op: 'complete', summary: 'It is blue.' })
    await page.getByText('It is blue.').first().waitFor()
  })

  test('a change that is refused is taken back, and it is said why', async () => {
    const board = await makeBoard(stage.world)
    await board.card('One')
    const visitor = await visitAs('ada')
    const page = await open(visitor, board)
    await page.route('**/api/cards/*', (route) => route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'No.' } } }))
    await drag(page, tile(page, 'One'), list(page, 'In progress').locator('ul'))
    await page.getByText('The card was not moved').first().waitFor()
    await expect.poll(() => titlesIn(page, 'To do')).toEqual(['One'])
  })

  test('a page that could not be read says so, and goes on saying it while it is asked for anew', async () => {
    const { page } = await visitAs('ada')
    const asked: (() => void)[] = []
    let isHeld = false
    await page.route('**/api/boards', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => asked.push(resolve))
      await (isHeld ? route.continue() : route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'No.' } } }))
    })
    await page.goto('/')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.waitForLoadState('networkidle')
    isHeld = true
    // The user returns to the window.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => asked.length).toBe(1)
    // The request is sent before the page shows that it waits.
    await expect.poll(() => again.isDisabled()).toBe(true)
    expect(await page.getByText('Your role on this board does not allow this. Ask a board admin.').isVisible()).toBe(true)
    for (const answer of asked) answer()
    await page.getByRole('button', { name: 'New board' }).waitFor()
  })

  test('offline nothing is sent, what was written waits, and it is sent once the network is back', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await visitAs('ada')
    const { page, context } = visitor
    await page.goto(`/cards/${card.key}`)
    await page.getByLabel('Comment', { exact: true }).fill('From the train')
    // Signs of use, after which the code is fetched that shows a comment.
    const isThere = page.waitForResponse(/markdown-rendered/)
    for (const x of [300, 320, 340]) await page.mouse.move(x, 300)
    await (await isThere).finished()
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByText('1 change will be sent').waitFor()
    await page.getByText('From the train').first().waitFor()
    expect(await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).toEqual([])
    await context.setOffline(false)
    await expect.poll(async () => (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).length).toBe(1)
    await open(visitor, board)
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await context.setOffline(true)
    const name = page.getByLabel('List name')
    await name.fill('Next')
    await name.press('Enter')
    await page.getByText('The list was not changed').first().waitFor()
    await expect.poll(() => name.inputValue()).toBe('Next')
    await context.setOffline(false)
    await name.press('Enter')
    await list(page, 'Next').waitFor()
    await name.waitFor({ state: 'detached' })
  })

  test('what did not load is loaded on request, and that is seen; what was there outlives an outage', async () => {
    const { mia } = stage.world
    const board = await makeBoard(stage.world, { name: 'Lighthouse' })
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    const broken = { status: 500, json: { error: { code: 'internal', message: 'No.' } } }
    const held = Promise.withResolvers<void>()
    // Requests before the click are refused too: a part of the page that loads late sends requests by itself.
    await page.addInitScript(() => addEventListener('click', () => Object.assign(window, { clicked: true }), true))
    await page.route('**/api/boards', async (route) => {
      if (!(await page.evaluate(() => 'clicked' in window))) return route.fulfill(broken)
      await held.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByText('Something went wrong on our side').waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    // A request that is still under way would be joined, and refused.
    await page.waitForLoadState('networkidle')
    await again.click()
    await expect.poll(() => again.isDisabled()).toBe(true)
    held.resolve()
    await page
      .getByRole('link', { name: /Lighthouse/ })
      .first()
      .waitFor()
    await page.unroute('**/api/boards')

    await allowed(mia, 'comment.create', { cardId: card.id, body: 'First, @ada' })
    await page.goto('/inbox')
    await page.getByText('First, @ada').waitFor()
    await page.route('**/api/notifications?*', (route) => route.fulfill(broken))
    const failed = page.waitForResponse((response) => response.url().includes('/api/notifications?') && response.status() === 500)
    await allowed(mia, 'comment.create', { cardId: card.id, body: 'Second, @ada' })
    await failed
    await page.unroute('**/api/notifications?*')
    await page.getByText('First, @ada').waitFor()
    await allowed(mia, 'comment.create', { cardId: card.id, body: 'Third, @ada' })
    await page.getByText('Second, @ada').waitFor()
    await page.getByText('First, @ada').waitFor()
  })

  test('a page that outlives an upgrade says so when it asks for code that is gone, and is loaded anew', async () => {
    const board = await makeBoard(stage.world)
    const visitor = await visitAs('ada')
    const page = await open(visitor, board)
    await page.waitForLoadState('networkidle')
    // The next build has other file names; a person who opens an address gets the current page.
    await page.route('**/assets/agents-page-*', (route) => route.fulfill({ status: 404, body: '' }))
    const changed = (html: string) => html.replaceAll(/assets\/index-/g, 'assets/newer-')
    await page.route('/', async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, body: changed(await response.text()) })
    })
    // The router reloads the page by itself, once. If the file is still missing then, the user gets a message.
    const anew = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Agents' }).first().click()
    await anew
    await page.getByText('A new version of Tandem is available.').waitFor()
    await page.unroute('**/assets/agents-page-*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    expect(await page.getByText('A new version of Tandem is available').count()).toBe(0)
    // The browser reports the missing file when it gets to it, which may be after the page has shown its message.
    const complaints = visitor.complaints.splice(0)
    expect(complaints.filter((line) => !line.includes('Failed to fetch dynamically imported module'))).toEqual([])
  })

  test('somebody who is invited joins by the link, and is on the board', async () => {
    const board = await makeBoard(stage.world)
    const input = { boardId: board.id, email: 'ines@example.com', role: 'member' } as const
    const invited = await allowed(stage.world.ada, 'member.add', input)
    const token = 'inviteUrl' in invited ? (invited.inviteUrl?.split('/invite/')[1] ?? '') : ''
    const { page } = await visitAs(null)
    await page.goto(`/invite/${token}`)
    await page.getByRole('heading', { name: 'Join Engine' }).waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ines@example.com')
    await page.getByLabel('Your name').fill('Ines')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await list(page, 'To do').waitFor()
    expect((await board.tree()).members.map((member) => member.name)).toContain('Ines')
  })

  test('what is not there any more is said to be gone, and why, with a way on', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await visitAs('ada')
    const gone = {
      '/cards/GONE-1': 'Card not found',
      [`/boards/${crypto.randomUUID()}`]: 'Board not found',
      [`/boards/${board.id}/cards/GONE-1`]: 'Card not found',
    }
    for (const [path, title] of Object.entries(gone)) {
      await page.goto(path)
      await page.getByRole('heading', { name: title }).waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    }
    await page.getByRole('link', { name: 'Go to your boards' }).click()
    await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
    const outside = await visitAs(null, { locale: 'de-DE' })
    await outside.page.goto('/invite/long-since-used')
    await outside.page.getByText('Bitte einen Admin des Boards um einen neuen Link.').waitFor()
  })

  test('lists and cards are changed by their menus, and a card is delegated beside its people', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const page = await open(await visitAs('ada'), board)
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    // The pointer stays where it is for longer than a tooltip waits: none stands beside an open menu.
    await page.waitForTimeout(700)
    expect(await page.getByText('More actions for To do', { exact: true }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Move right' }).click()
    await expect.poll(async () => (await board.tree()).lists.map((one) => one.name)).toEqual(['In progress', 'To do', 'Done'])
    await page.getByRole('button', { name: 'More actions for To do' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('List name').fill('Next')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await board.tree()).lists[1]?.name).toBe('Next')
    await page.getByRole('link', { name: 'One', exact: true }).press('m')
    await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('Done')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => titlesIn(page, 'Done')).toEqual(['One'])
    await page.getByRole('link', { name: 'One', exact: true }).click()
    await page.getByRole('button', { name: 'Unassigned' }).click()
    await page.getByRole('option', { name: /Mia/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delegate …' }).click()
    await page.getByRole('menuitem', { name: /Robo/ }).click()
    await page.getByText('Queued').first().waitFor()
    // The page shows both before the service has them.
    const given = async () => {
      const { assigneeActorIds, delegation } = (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card
      return [assigneeActorIds, delegation?.agentActorId]
    }
    await expect.poll(given).toEqual([[stage.world.mia.actorId], stage.world.robo.actorId])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('One')
    // An undo is offered, also without a keyboard.
    await page.getByRole('button', { name: `More actions for ${card.key}` }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect.poll(() => titlesIn(page, 'Done')).toEqual([])
    await page.getByRole('status').filter({ hasText: '1 card archived' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => titlesIn(page, 'Done')).toEqual(['One'])
    await expect.poll(async () => (await board.tree()).lists.map((one) => one.cards.length)).toEqual([0, 0, 1])
  })

  const longer = [
    {
      locale: 'de-DE',
      day: '23. Nov.',
      page: 'Meine Arbeit',
      answers: 'Vorgeschlagene Antworten',
      agent: ['Neuer Agent', 'Agent erstellen'],
    },
    { locale: 'es-ES', day: '23 nov', page: 'Mi trabajo', answers: 'Respuestas sugeridas', agent: ['Nuevo agente', 'Crear agente'] },
  ]
  test.each(longer)('on a phone nothing is cut off, in $locale either, and the navigation keeps to one line', async (said) => {
    const board = await makeBoard(stage.world)
    const { ada, mia, robo } = stage.world
    const more = { priority: 'high' as const, dueAt: '2030-11-23T00:00:00Z', assigneeActorIds: [ada.actorId, mia.actorId] }
    const card = await board.card('Much is on this one', more)
    for (const text of ['Sand', 'Paint']) await allowed(ada, 'checklist.add', { cardId: card.id, text })
    await allowed(mia, 'comment.create', { cardId: card.id, body: 'Look' })
    await allowed(ada, 'attachment.add', { cardId: card.id, url: 'https://example.com/', name: 'Colours' })
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    // An address is one long word.
    const address = `https://example.com/${'colours/'.repeat(20)}`
    const post = { sessionId: session.id }
    await allowed(robo, 'session.post', {
      ...post,
      op: 'update',
      state: 'working',
      statusText: address,
      plan: [{ text: address, status: 'done' }],
    })
    await allowed(robo, 'session.post', { ...post, op: 'ask_human', question: `Is it ${address}?`, options: ['Yes', `No, ${address}`] })
    const { page } = await visitAs('ada', { phone: true, locale: said.locale })
    await page.goto(`/boards/${board.id}`)
    const face = page.locator(`[data-card="${card.id}"]`)
    await face.getByText(said.day).first().waitFor()
    // Each fact of a card stays in one piece, and so does the name of each page.
    const linesOf = (texts: string[]) =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll('span, a, button')]
            .filter((one) => wanted.includes(one.textContent ?? '') && one.getClientRects().length > 0)
            .map((one) => {
              const range = document.createRange()
              range.selectNodeContents(one)
              return new Set(
                [...range.getClientRects()].filter(({ height }) => height > 8 && height < 16).map(({ top }) => Math.round(top)),
              ).size
            }),
        texts,
      )
    expect(Math.max(...(await linesOf([card.key, said.day, said.page])))).toBe(1)
    const onBoard = ['', '?layout=list', '?layout=calendar', '?lanes=priority&empty=true'].map((search) => `/boards/${board.id}${search}`)
    const paths = ['/', '/my-work', '/waiting', '/inbox', '/agents', `/agents/${robo.actorId}`, '/search?q=much', '/settings', '/connect']
    for (const path of [...paths, ...onBoard, `/cards/${card.key}`]) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await widthNeeded(page)]).toEqual([path, 360])
    }
    // A container that hides overflow would hide an answer.
    const options = page.getByRole('group', { name: said.answers }).getByRole('button')
    for (const path of ['/my-work', '/inbox', `/cards/${card.key}`]) {
      await page.goto(path)
      await options.last().waitFor()
      for (const option of await options.all()) expect((await option.boundingBox())?.width).toBeLessThan(340)
    }
    await allowed(ada, 'board.create', { name: `A board that is called ${'by a long name '.repeat(8)}` })
    await page.goto('/agents')
    const [begin = '', make = ''] = said.agent
    await page.getByRole('button', { name: begin }).first().click()
    const making = await page.getByRole('button', { name: make }).boundingBox()
    expect((making?.x ?? 0) + (making?.width ?? 0)).toBeLessThan(360)
    await page.goto(`/cards/${card.key}`)
    await options.last().waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => options.last().evaluate((one) => one.getBoundingClientRect().right < innerWidth)).toBe(true)
    await expect.poll(() => widthNeeded(page)).toBe(1280)
  })

  test('who may only read sees no way to change anything', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const visitor = await visitAs('vic')
    const page = await open(visitor, board)
    expect(await page.getByRole('button', { name: 'Add card' }).count()).toBe(0)
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('heading', { name: 'One', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Complete' }).count()).toBe(0)
  })

  const looks: [string, Look, readonly string[]][] = [
    ['light', {}, ['/', '/inbox', '/nowhere']],
    ['dark', { colorScheme: 'dark' }, []],
    ['on a phone', { phone: true }, ['/']],
    ['in German', { locale: 'de-DE' }, []],
    ['in Spanish', { locale: 'es-ES' }, []],
  ]
  test.each(looks)('every screen is accessible: %s', async (_, look, paths) => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description: '# Plan\n\nSome `code` and a [link](https://example.com).' })
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    await allowed(stage.world.robo, 'session.post', {
      sessionId: session.id,
      op: 'ask_human',
      question: 'Which colour?',
      options: ['Red', 'Blue'],
    })
    await allowed(stage.world.mia, 'comment.create', { cardId: card.id, body: 'Blue, **please**' })
    const outside = await visitAs(null, look)
    await expectAccessible(outside, '/sign-up')
    const inside = await visitAs('ada', look)
    for (const path of [...paths, `/boards/${board.id}`, `/boards/${board.id}/cards/${card.key}`]) await expectAccessible(inside, path)
  })

  const overBoard: [string, Look, (visitor: Visitor) => Promise<void>][] = [
    ['in the light and in the dark', {}, expectAccessibleInBothThemes],
    ['in Spanish', { locale: 'es-ES' }, expectAccessibleNow],
  ]
  test.each(overBoard)('what opens over a board is accessible: %s', async (_, look, check) => {
    const board = await makeBoard(stage.world)
    await board.card('Paint it', { dueAt: '2026-03-10T12:00:00Z', priority: 'high' })
    const visitor = await visitAs('ada', look)
    const { page } = visitor
    const press = (key: string) => page.getByRole('link', { name: 'Paint it' }).press(key)
    const openings: Record<string, () => Promise<unknown>> = {
      move: () => press('m'),
      due: () => press('d'),
      labels: () => press('l'),
      menu: () => press('.'),
      selected: () => press('x'),
      keys: () => press('Shift+?'),
      filter: () => page.locator('[data-filter]').click(),
      list: () => list(page, 'To do').locator('header').getByRole('button').last().click(),
    }
    for (const open of Object.values(openings)) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(`/boards/${board.id}`)
      await tile(page, 'Paint it').waitFor()
      await open()
      await page.locator('[role=dialog], [role=menu], [role=toolbar], [role=listbox], form').first().waitFor()
      await check(visitor)
    }
  })

  test('a first load is bounded, packed and with all that comes before the first sign of use', {
    meta: { proves: ['web.first-load'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    for (let at = 0; at < 20; at++) await board.card(`Card ${at}`)
    const loaded = async (who: 'ada' | null, path: string, isThere: (names: readonly string[]) => boolean, look: Look = {}) => {
      const { context, page } = await visitAs(who, look)
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      const [urls, sizes] = [new Map<string, string>(), new Map<string, number>()]
      session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, new URL(response.url).pathname))
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
        sizes.set(urls.get(requestId) ?? requestId, encodedDataLength),
      )
      await page.goto(path)
      await expect.poll(() => isThere([...sizes.keys()]), { timeout: 60_000 }).toBe(true)
      await page.waitForLoadState('networkidle')
      // Answers of the service grow with the tests before this one.
      const bytes = [...sizes].reduce((sum, [name, size]) => (name.startsWith('/api/') ? sum : sum + size), 0)
      return { bytes, fonts: [...sizes.keys()].filter((name) => name.endsWith('.woff2')).length }
    }
    const isAsked = (names: readonly string[]) => names.includes('/api/auth/providers')
    const signIn = await loaded(null, '/sign-in', isAsked)
    expect(signIn.bytes).toBeLessThan(150_000)
    expect(signIn.fonts).toBe(1)
    expect((await loaded(null, '/sign-in', isAsked, { locale: 'es-ES' })).fonts).toBe(2)
    // The last of the files that come before the first sign of use (test/board/first-use.heavy.test.ts).
    const isComplete = (names: readonly string[]) => names.some((name) => name.includes('/board-tools'))
    expect((await loaded('ada', `/boards/${board.id}`, isComplete)).bytes).toBeLessThan(245_000)
  })
})
