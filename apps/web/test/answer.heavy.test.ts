import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard, type Who } from '../../../conformance/src/world.ts'
import { answerToken } from '../../../packages/server/src/domain/sessions/links/token.ts'
import { expectAccessibleInEachLook } from './kit/accessible.ts'
import { inTheBrowser } from './kit/stage.ts'

inTheBrowser('the page of an answer link', (stage) => {
  async function ask(question: object) {
    const { world } = stage
    const board = await makeBoard(world)
    const { id: cardId, key } = await board.card('Fix the pump')
    const { id: sessionId } = await allowed(world.robo, 'session.open', { cardId })
    const asked = await allowed(world.robo, 'session.post', { sessionId, op: 'ask_human', ...question } as never)
    const linkOf = (who: Who, option: number | null = null) => {
      const expiresAtMs = world.tandem.clock.now() + 86_400_000
      const link = { actorId: who.actorId, sessionId, questionEventId: asked.event?.id ?? '', option, expiresAtMs }
      return `/answer/${answerToken(world.tandem.seal, link)}`
    }
    const answered = async () => (await allowed(world.ada, 'session.get', { sessionId })).lastAnswer
    return { key, sessionId, linkOf, answered }
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  test('a stranger to this browser approves by keyboard alone, with a note, and nothing is sent before', {
    meta: { proves: ['web.route.answer'] },
  }, async () => {
    const { linkOf, answered, key } = await ask({
      question: 'Deploy **now**?',
      kind: 'approval',
      expiresInMinutes: 60,
      defaultOption: 'deny',
    })
    const visitor = await stage.visitAs(null)
    const { page } = visitor
    const sent: string[] = []
    const referrers: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
      referrers.push(request.headers().referer ?? '')
    })
    await page.goto(linkOf(stage.world.mia, 0))
    await heading(page, 'Robo has a question')
    await page.getByText('You answer as Mia').waitFor()
    await page.locator('strong', { hasText: 'now' }).waitFor()
    expect(await button(page, 'Approve').getAttribute('aria-pressed')).toBe('true')
    expect(await button(page, 'Deny').getAttribute('aria-pressed')).toBe('false')
    await button(page, 'Approve').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await button(page, 'Deny').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Tab')
    await page.keyboard.type('On Monday.')
    expect([sent, await answered()]).toEqual([[], null])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Answered')
    await page.getByText('You answered: Deny').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
    expect(await answered()).toMatchObject({ answer: 'deny', note: 'On Monday.', answeredByActorId: stage.world.mia.actorId })
    expect(sent).toHaveLength(1)
    expect(referrers.filter((referrer) => referrer !== '')).toEqual([])
    expect(await page.context().cookies()).toEqual([])
    await page.reload()
    await page.getByText('You answered: Deny').waitFor()
    await page.getByRole('link', { name: 'Open the card' }).click()
    await heading(page, 'Sign in')
    expect(page.url()).toContain(encodeURIComponent(`/cards/${key}`))
  })

  test('several questions, a text of one’s own, and somebody who was first', async () => {
    const several = await ask({
      questions: [
        { question: 'Which colour?', options: ['Red', 'Blue'], kind: 'choice' },
        { question: 'Who is to be told?', options: ['Ada'] },
      ],
    })
    const { page } = await stage.visitAs(null)
    await page.goto(several.linkOf(stage.world.vic))
    await heading(page, 'Robo has a question')
    expect(await button(page, 'Confirm').isDisabled()).toBe(true)
    await button(page, 'Blue').click()
    await button(page, 'Ada').click()
    await page.getByRole('textbox', { name: 'Who is to be told?' }).fill('Everyone')
    expect(await button(page, 'Ada').getAttribute('aria-pressed')).toBe('false')
    await button(page, 'Confirm').click()
    await heading(page, 'Answered')
    expect((await several.answered())?.answers).toEqual(['Blue', 'Everyone'])

    const text = await ask({ question: 'Which way?', options: ['Left', 'Right'] })
    const [shown] = await Promise.all([page.waitForResponse('**/api/answer-links/*'), page.goto(text.linkOf(stage.world.vic, 1))])
    const json = await shown.json()
    await heading(page, 'Robo has a question')
    // The page does not hear of the other answer before it sends its own.
    let isBehind = true
    await page.route('**/api/answer-links/*', (route) => {
      isBehind &&= route.request().method() === 'GET'
      return isBehind ? route.fulfill({ json }) : route.continue()
    })
    await allowed(stage.world.ada, 'session.answer', { sessionId: text.sessionId, answer: 'Left' })
    await button(page, 'Confirm').click()
    await heading(page, 'This question is closed')
    await page.getByText('Ada was first and answered: Left').waitFor()
    await page.reload()
    await page.getByText('Ada answered: Left').waitFor()

    const other = await ask({ question: 'How far?' })
    await page.goto(other.linkOf(stage.world.vic))
    await heading(page, 'Robo has a question')
    await allowed(stage.world.ada, 'session.answer', { sessionId: other.sessionId, answer: 'A mile' })
    await page.getByText('Ada answered: A mile').waitFor()
  })

  test('says why a link cannot be used; axe is content with each state in each look', async () => {
    const visitor = await stage.visitAs(null, { locale: 'de-DE' })
    const { page } = visitor
    const open = await ask({ question: 'Welche?', options: ['Die linke', 'Die rechte'], expiresInMinutes: 60, defaultOption: 'Die linke' })
    await expectAccessibleInEachLook(visitor, open.linkOf(stage.world.mia, 1), () => heading(page, 'Robo hat eine Frage'))
    await expectAccessibleInEachLook(visitor, '/answer/x', () => heading(page, 'Dieser Link lässt sich nicht verwenden'))
    await page.getByText('Dieser Link ist nicht vollständig').waitFor()
    await allowed(stage.world.ada, 'session.answer', { sessionId: open.sessionId, answer: 'Die linke' })
    await expectAccessibleInEachLook(visitor, open.linkOf(stage.world.mia), () => heading(page, 'Diese Frage ist geschlossen'))
  })
})
