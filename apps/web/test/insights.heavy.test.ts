import { beforeAll, expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from './kit/accessible.ts'
import { inTheBrowser } from './kit/stage.ts'

const day = 86_400_000

inTheBrowser('insights and agents in a browser', (stage) => {
  let board: Board
  let cards: string[]
  let asking: string

  const ask = async (cardId: string, question: string) => {
    const { ada, robo } = stage.world
    const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
    const sessionId = session.id
    await allowed(robo, 'session.post', { sessionId, op: 'update', state: 'working', usage: { inputTokens: 1200, costUsd: 0.25 } })
    await allowed(robo, 'session.post', { sessionId, op: 'ask_human', question })
    return sessionId
  }

  /** Four days: two cards completed after a day of work each, one question answered after two hours, one still open. */
  beforeAll(async () => {
    const { ada, robo, tandem } = stage.world
    // From a morning on: two hours later it is the same day.
    tandem.clock.advance((1.25 * day - (tandem.clock.now() % day)) % day)
    board = await makeBoard(stage.world, { name: 'Pumps' })
    const [, doing = ''] = board.lists
    const change = (cardId: string | undefined, what: object) => allowed(ada, 'card.update', { cardId: cardId ?? '', ...what })
    const complete = (cardId: string | undefined) => change(cardId, { completedAt: new Date(tandem.clock.now()).toISOString() })
    cards = []
    for (const title of ['Seal', 'Valve', 'Gauge']) cards.push((await board.card(title)).id)
    for (const cardId of cards.slice(0, 2)) {
      await change(cardId, { listId: doing })
      tandem.clock.advance(day)
      await complete(cardId)
    }
    const first = await ask(cards[2] ?? '', 'Which gauge?')
    tandem.clock.advance(day / 12)
    await allowed(ada, 'session.answer', { sessionId: first, answer: 'The brass one' })
    await allowed(robo, 'session.post', { sessionId: first, op: 'complete', summary: 'Fitted the brass gauge' })
    tandem.clock.advance(day)
    asking = await ask((await board.card('Filter')).id, 'Coarse or fine?')
  })

  test('a board shows how it flows, by pointer, by keyboard and as a table, and follows what happens', async () => {
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}`)
    await page.getByRole('link', { name: 'Insights' }).click()
    const flow = page.getByRole('region', { name: 'Cumulative flow', exact: true })
    const slider = flow.getByRole('slider')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(': To do 2, In progress 0, Done 0, Completed 2')
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(': To do 1, In progress 1, Done 0, Completed 1')
    await page.keyboard.press('Home')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(': To do 0, In progress 0, Done 0, Completed 0')

    await flow.getByRole('button', { name: 'Table' }).click()
    const cells = flow.getByRole('row').last().getByRole('cell')
    await expect.poll(() => cells.allTextContents()).toEqual(['2', '0', '0', '2'])
    await allowed(stage.world.ada, 'card.update', {
      cardId: cards[2] ?? '',
      completedAt: new Date(stage.world.tandem.clock.now()).toISOString(),
    })
    await expect.poll(() => cells.allTextContents()).toEqual(['1', '0', '0', '3'])

    const cycle = page.getByRole('region', { name: 'Cycle time', exact: true })
    await cycle.getByText('50% within 1 d', { exact: true }).waitFor()
    await cycle.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await cycle.getByRole('link', { name: /^\w+-1$/ }).waitFor()
    const waiting = page.getByRole('region', { name: 'Waiting for people', exact: true })
    await waiting.getByRole('slider').hover()
    await waiting.getByText(/^2\sh/).first().waitFor()
    const outcomes = page
      .getByRole('region', { name: 'Sessions by outcome', exact: true })
      .getByRole('row', { name: /Robo/ })
      .getByRole('cell')
    await expect.poll(() => outcomes.allTextContents()).toEqual(['1', '1', '0', '100%'])
  })

  test('the days and where work begins stand in the address, and survive a reload', async () => {
    const { page } = await stage.visitAs('mia')
    await page.goto(`/boards/${board.id}/insights`)
    await page.getByRole('link', { name: '90 days' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?days=90')
    await page.getByLabel('Work starts in').selectOption({ label: 'To do' })
    await expect.poll(() => new URL(page.url()).searchParams.get('start')).toBe(board.lists[0])
    await page.reload()
    await page.getByText('From when work started in “To do”').waitFor()
    await expect.poll(() => page.getByRole('link', { name: '90 days' }).getAttribute('aria-current')).toBe('page')
    const choose = async (end: 'From' | 'To', day: string) => {
      await page.getByRole('button', { name: new RegExp(`^${end} `) }).click()
      await page.getByPlaceholder('yesterday, 3 days ago').fill(day)
      await page.keyboard.press('Enter')
    }
    await choose('From', 'Jan 6 2020')
    await page.getByText('Choose at most 366 days.').waitFor()
    await choose('To', '12.1.2020')
    await expect.poll(() => new URL(page.url()).searchParams.get('to')).toBe('2020-01-12')
    await page.getByText('There are no cards in this period.').waitFor()
  })

  test('what waits for a human stands at the top of the agents, and goes once it is answered', async () => {
    const { page } = await stage.visitAs('vic')
    await page.goto('/')
    await page.getByRole('link', { name: 'Agents' }).first().click()
    const waiting = page.getByRole('region', { name: /^Open questions/ })
    await waiting.getByText('Coarse or fine?').waitFor()
    await expect.poll(() => page.title()).toMatch(/Agents · Tandem$/)
    await page.getByRole('link', { name: 'Robo' }).click()
    await page.getByRole('heading', { level: 1, name: /Robo/ }).waitFor()
    await page.getByText('Fitted the brass gauge').waitFor()
    await page.getByText('100%').waitFor()
    // People other than the owner do not see the number.
    expect(await page.getByText('Active tokens').count()).toBe(0)
    await page.goBack()
    await waiting.getByText('Coarse or fine?').waitFor()
    await allowed(stage.world.mia, 'session.answer', { sessionId: asking, answer: 'Fine' })
    await page.getByText('No agent is waiting for an answer.').waitFor()
    const queued = await board.card('Tank')
    await allowed(stage.world.ada, 'delegation.set', { cardId: queued.id, agentActorId: stage.world.robo.actorId })
    const robo = page.getByRole('listitem').filter({ hasText: '@robo' })
    for (const said of ['1 working', '1 queued']) await robo.getByText(said, { exact: true }).waitFor()
  })

  test('an answer between the reading of the page and its subscription is not missed', async () => {
    const { page } = await stage.visitAs('vic')
    const subscribe = Promise.withResolvers<void>()
    await page.routeWebSocket('**/ws?*', (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((frame) => void subscribe.promise.then(() => server.send(frame)))
    })
    const sessionId = await ask((await board.card('Hose')).id, 'Rubber or steel?')
    await page.goto('/agents')
    await page.getByText('Rubber or steel?').waitFor()
    await allowed(stage.world.mia, 'session.answer', { sessionId, answer: 'Steel' })
    subscribe.resolve()
    await page.getByText('No agent is waiting for an answer.').waitFor()
  })

  test('a board on which nothing has happened says what will be here', async () => {
    const { page } = await stage.visitAs('ada')
    const empty = await makeBoard(stage.world, { name: 'Empty' })
    await page.goto(`/boards/${empty.id}/insights`)
    await page.getByRole('heading', { name: 'No activity yet' }).waitFor()
    await page.getByRole('link', { name: 'Go to the board' }).click()
    await page.getByRole('region', { name: 'To do', exact: true }).waitFor()
  })

  test('axe finds nothing, light, dark and on a phone', async () => {
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    // The last element to appear: on a busy machine the network is idle before anything has been drawn.
    const ready = {
      [`/boards/${board.id}/insights`]: () =>
        page.getByRole('region', { name: 'Sessions by outcome' }).getByRole('row', { name: /Robo/ }).waitFor(),
      '/agents': () => page.getByRole('link', { name: 'Robo' }).first().waitFor(),
      [`/agents/${stage.world.robo.actorId}`]: () => page.getByText('Fitted the brass gauge').waitFor(),
    }
    for (const [path, drawn] of Object.entries(ready)) await expectAccessibleInEachLook(visitor, path, drawn)
  })
})
