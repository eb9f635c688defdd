import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { inTheBrowser } from './stage.ts'

inTheBrowser('the trail of a session', (stage) => {
  test('shows Markdown as comments do, with links that are safe, and an open question in its box alone', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    const post = { sessionId: session.id }
    await allowed(robo, 'session.post', { ...post, op: 'update', state: 'working' })
    const note = `Sanded **twice**, see [the rules](https://example.com), ${card.key} and [this](javascript:alert(1)).`
    await allowed(robo, 'session.post', { ...post, op: 'progress', note })
    await allowed(robo, 'session.post', { ...post, op: 'ask_human', question: 'Which _colour_?' })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const trail = page.getByRole('list', { name: 'Activity' })
    await trail.locator('strong').getByText('twice').waitFor()
    const links = await trail.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(['https://example.com', `/cards/${card.key}`])
    await page.locator('em').getByText('colour').waitFor()
    expect(await page.getByText('colour').count()).toBe(1)
    await page.getByLabel('Your answer').fill('**Blue**')
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    // Once it is answered, the trail has both.
    await trail.locator('strong').getByText('Blue').waitFor()
    await trail.locator('em').getByText('colour').waitFor()
    await trail.getByText('Ada answered').waitFor()
  })
})
