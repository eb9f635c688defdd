import { expect, test } from 'vitest'
import { allowed, refused } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { inTheBrowser } from '../kit/stage.ts'

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

  test('lines, steps and answers show no marks of Markdown; an answer is sent as its option was written', async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Marks')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    const post = { sessionId: session.id }
    const plan = [{ text: 'Write **all** `tests`', status: 'in_progress' as const }]
    await allowed(robo, 'session.post', { ...post, op: 'update', state: 'working', statusText: '**Sanding** the `hull`', plan })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}`)
    await page.getByText('Sanding the hull', { exact: true }).waitFor()
    await page.goto(`/boards/${board.id}?layout=list`)
    await page.getByText('Sanding the hull', { exact: true }).waitFor()

    // The trail renders Markdown with code that is fetched later; here it never arrives.
    await page.route(/markdown-rendered/, () => {})
    await allowed(robo, 'session.post', { ...post, op: 'progress', note: 'Sanded **twice**, see [the rules](https://example.com)' })
    await page.goto(`/cards/${card.key}`)
    const box = page.getByRole('region', { name: 'Robo' })
    await box.getByRole('status').getByText('Sanding the hull', { exact: true }).waitFor()
    await box.getByRole('list', { name: 'Plan' }).getByText('Write all tests').waitFor()
    await page.getByText('Sanded twice, see the rules', { exact: true }).waitFor()

    const options = ['Use **`main`**', 'Wait']
    const due = { defaultOption: 'Use **`main`**', expiresInMinutes: 10 }
    await allowed(robo, 'session.post', { ...post, op: 'ask_human', question: 'Which **branch**?', options, ...due })
    await box.getByText(/Default answer .*: “Use main”/).waitFor()
    await page.goto('/my-work')
    await page.getByText('Which branch?', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Use main', exact: true }).click()
    const answer = async () => (await allowed(ada, 'session.get', { sessionId: session.id })).lastAnswer?.answer
    await expect.poll(answer).toBe('Use **`main`**')
  })

  test('is led by the question as it was asked: an approval, several at once, and a deadline whose default is taken', async () => {
    const { ada, mia, robo, tandem } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Two')
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    const asks = { sessionId: session.id, op: 'ask_human' as const }
    const { page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const box = page.getByRole('region', { name: 'Robo' })
    const trail = page.getByRole('list', { name: 'Activity' })

    await allowed(robo, 'session.post', { ...asks, question: 'Deploy it?', kind: 'approval' })
    await page.getByLabel('Note').fill('After six.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await trail.getByText('After six.').waitFor()
    expect((await allowed(ada, 'session.get', { sessionId: session.id })).lastAnswer).toMatchObject({
      answer: 'approve',
      note: 'After six.',
    })

    const questions = [{ question: 'Which colour?', options: ['Red', 'Blue'], kind: 'choice' as const }, { question: 'For whom?' }]
    await allowed(robo, 'session.post', { ...asks, questions })
    const send = page.getByRole('button', { name: 'Answer', exact: true })
    await page.getByRole('button', { name: 'Blue' }).click()
    expect(await send.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'For whom?' }).fill('Everyone')
    await send.click()
    await trail.getByText('Everyone', { exact: true }).waitFor()
    expect((await allowed(ada, 'session.get', { sessionId: session.id })).lastAnswer?.answers).toEqual(['Blue', 'Everyone'])

    const due = { options: ['Old', 'New'], defaultOption: 'Old', expiresInMinutes: 10 }
    const { event } = await allowed(robo, 'session.post', { ...asks, question: 'Which pump?', ...due })
    await box.getByText(/Default answer in \d+ min.*: “Old”/).waitFor()
    await page.goto(`/boards/${board.id}`)
    await page.getByText(/^default “Old” in \d+ min/).waitFor()
    await page.goto(`/boards/${board.id}?layout=list`)
    await page.getByText(/^default “Old” in \d+ min/).waitFor()
    tandem.clock.advance(10 * 60_000)
    await tandem.service.workers.watchdog.runOnce()
    await page.goto(`/cards/${card.key}`)
    await trail.getByText('Answered with the default at the deadline').waitFor()
    await refused(mia, 'session.answer', { sessionId: session.id, answer: 'New', questionEventId: event?.id }, 'conflict')
    await trail.getByText('Mia answered too late').waitFor()
    await page.goto('/inbox')
    await page.getByText('The default was used: Old').waitFor()
  })
})
