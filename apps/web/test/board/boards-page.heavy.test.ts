import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleNow, widthNeeded } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'

inTheBrowser('the pages around a board', (stage) => {
  test('the list of boards shows what moves, live, in both languages and on a phone', {
    meta: { proves: ['web.boards.summaries'] },
  }, async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world, { name: 'Engine' })
    const card = await board.card('Draw it')
    await board.card('Paint it')
    const desk = await stage.visitAs('mia')
    const phone = await stage.visitAs('mia', { phone: true, colorScheme: 'dark', locale: 'de-DE' })
    const [row, line] = [desk, phone].map(({ page }) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Engine' }).first())
    for (const { page } of [desk, phone]) await page.goto('/')
    await row?.getByText('2 open cards').waitFor()
    await line?.getByText('2 offene Karten').waitFor()
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session?.id ?? '', op: 'update', state: 'working' })
    await row?.getByText('1 card with an agent at work').waitFor()
    await row?.getByRole('img', { name: 'Robo' }).waitFor()
    await allowed(robo, 'session.post', { sessionId: session?.id ?? '', op: 'ask_human', question: 'Which red?' })
    await row
      ?.getByText(/1 (open question|question for you)/)
      .first()
      .waitFor()
    await line
      ?.getByText(/1 (offene Frage|Frage an dich)/)
      .first()
      .waitFor()
    for (const visitor of [desk, phone]) await expectAccessibleNow(visitor)
    expect(await widthNeeded(phone.page)).toBe(360)
  })

  test('on a phone of any width, the age of a board is on the line of its people', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world, { name: 'Widths' })
    const card = await board.card('Draw it')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session?.id ?? '', op: 'update', state: 'working' })
    const { page } = await stage.visitAs('mia', { phone: true })
    await page.goto('/')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Widths' }).first()
    const [people, age] = [row.getByRole('list', { name: 'Recently active' }), row.locator('time')]
    await row.getByText('1 card with an agent at work').waitFor()
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    for (let width = 300; width <= 500; width += 10) {
      await page.setViewportSize({ width, height: 740 })
      const [ofPeople = 0, ofAge = 0] = await Promise.all([people, age].map((part) => part.evaluate(middle)))
      expect([width, Math.abs(ofPeople - ofAge) < 6]).toEqual([width, true])
    }
  })

  test('badges are beside the name, so that the description has its line; a dialog ends above the lower edge of a low window', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world, { name: 'Badges' })
    await allowed(ada, 'board.update', { boardId: board.id, description: 'What is said about it '.repeat(20) })
    const card = await board.card('Draw it')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session?.id ?? '', op: 'update', state: 'working' })
    const { page } = await stage.visitAs('mia')
    await page.goto('/')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Badges' }).first()
    const badge = row.getByText('1 card with an agent at work')
    await badge.waitFor()
    const [ofName, ofBadge, about] = await Promise.all(
      [row.getByRole('link', { name: 'Badges' }), badge, row.getByText('What is said')].map((part) => part.boundingBox()),
    )
    expect(Math.abs((ofName?.y ?? 0) - (ofBadge?.y ?? 100))).toBeLessThan(10)
    expect((about?.x ?? 0) + (about?.width ?? 0)).toBeGreaterThan((ofBadge?.x ?? 0) + (ofBadge?.width ?? 0))

    await page.setViewportSize({ width: 1000, height: 300 })
    await page.getByRole('button', { name: 'New board' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New board' })
    await dialog.getByRole('textbox').first().waitFor()
    const below = await dialog.evaluate((popup) => {
      const viewport = popup.parentElement
      viewport?.scrollTo(0, viewport.scrollHeight)
      return innerHeight - popup.getBoundingClientRect().bottom
    })
    expect(below).toBeGreaterThanOrEqual(20)
  })

  test('the boards stay where they are when the strip of the guide and the counts arrive', async () => {
    await makeBoard(stage.world, { name: 'Engine' })
    // No agent of Vic's has called.
    const { page } = await stage.visitAs('vic')
    const held = Promise.withResolvers<void>()
    for (const path of ['agents', 'boards/summaries'])
      await page.route(`**/api/${path}*`, async (route) => {
        await held.promise
        await route.continue()
      })
    await page.goto('/')
    const rows = page.getByRole('main').getByRole('listitem')
    await rows.first().waitFor()
    const places = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()))
    const before = await places()
    const strip = page.getByRole('complementary', { name: 'Connect your first agent' })
    expect(await strip.count()).toBe(0)
    held.resolve()
    await strip.waitFor()
    await page
      .getByText(/\d open card/)
      .first()
      .waitFor()
    expect(await places()).toEqual(before)
  })

  test.each([
    ['on a desk', {}, 224 + 20],
    ['on a phone', { phone: true }, 12],
  ] as const)('every title begins at the same place: %s', { meta: { proves: ['web.left-edge'] } }, async (_, look, edge) => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada', look)
    const onBoard = ['', '?layout=list', '/insights'].map((path) => `/boards/${board.id}${path}`)
    // The page of an agent begins with its face.
    const paths = ['/', '/inbox', '/my-work', '/waiting', '/agents', '/search', '/connect', '/settings', ...onBoard]
    const found: [string, number][] = []
    for (const path of paths) {
      await page.goto(path)
      const title = page.locator('[data-title], #page h1').filter({ visible: true }).first()
      await title.waitFor()
      // The left edge of its text, without the box around it.
      const left = await title.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element.querySelector('button') ?? element)
        return range.getBoundingClientRect().left
      })
      found.push([path, Math.round(left)])
    }
    expect(found).toEqual(paths.map((path) => [path, edge]))
  })

  test('the title, the search and the empty state of an archive share their left edge', {
    meta: { proves: ['web.left-edge'] },
  }, async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/archive`)
    const dialog = page.getByRole('dialog')
    const parts = [
      dialog.getByText('Archive of Engine').last(),
      dialog.getByRole('searchbox'),
      dialog.getByRole('heading', { name: 'Nothing is archived' }),
    ]
    await parts[2]?.waitFor()
    const edge = (element: Element) => {
      const range = document.createRange()
      range.selectNode(element.firstChild ?? element)
      return Math.round(range.getBoundingClientRect().left)
    }
    const lefts = await Promise.all(parts.map((part) => part.evaluate(edge)))
    expect(lefts).toEqual([lefts[0], lefts[0], lefts[0]])
  })
})
