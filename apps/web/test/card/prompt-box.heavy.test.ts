import { expect, test } from 'vitest'
import { actorHook, heard } from '../../../../conformance/src/hooks.ts'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeAgent, makeBoard, type Who } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'
import { textIn } from '../kit/written.ts'

inTheBrowser('a message to an agent at work', (stage) => {
  async function atWork(agent: Who) {
    const board = await makeBoard(stage.world)
    if (agent !== stage.world.robo)
      await allowed(stage.world.ada, 'member.add', { boardId: board.id, actorId: agent.actorId, role: 'member' })
    const card = await board.card('Fix the pump')
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: agent.actorId })
    await allowed(agent, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    return { board, card, sessionId: session.id }
  }
  const nextAnswer = async (agent: Who, sessionId: string) =>
    (await allowed(agent, 'session.post', { sessionId, op: 'progress', note: 'Going on.' })).news.items

  test('stands in the trail, in its news and in its webhook', async () => {
    const { robo } = stage.world
    const { card, sessionId } = await atWork(robo)
    const { receiver } = await actorHook(robo, ['agent_session.log'])
    const visitor = await stage.visitAs('mia')
    const { page } = visitor
    await page.goto(`/cards/${card.key}`)
    const box = page.getByLabel('Message to Robo')
    // Its lines are sent together, and it grows with them; a draft outlives a reload.
    const height = async () => (await box.boundingBox())?.height ?? 0
    const before = await height()
    await box.fill('Use the blue seal.')
    await box.press('Enter')
    await box.pressSequentially('Not the red one.')
    const grown = await height()
    expect(grown).toBeGreaterThan(before + 10)
    await page.reload()
    await expect.poll(() => textIn(box)).toBe('Use the blue seal.\nNot the red one.')
    await box.press('ControlOrMeta+Enter')
    await page.getByRole('list', { name: 'Activity' }).getByText('Use the blue seal.').waitFor()
    await expect.poll(() => textIn(box)).toBe('')
    await expect.poll(height).toBeLessThan(grown)
    const text = 'Use the blue seal.\nNot the red one.'
    const body = `@${robo.handle} ${text}`
    expect(await nextAnswer(robo, sessionId)).toMatchObject([
      { verb: 'comment.added', text: body, actorId: stage.world.mia.actorId, role: 'member' },
    ])
    await heard(receiver, 1)
    expect(receiver.received[0]?.body).toMatchObject({
      verb: 'agent_session.log',
      payload: { sessionId, payload: { type: 'mention', body } },
    })
    await expectAccessibleInEachLook(visitor, `/cards/${card.key}`, () => box.waitFor())
  })

  test('completes mentions and keys of cards, and takes images, as a comment does', async () => {
    const { robo, mia } = stage.world
    const { board, card } = await atWork(robo)
    const other = await board.card('Pressure gauge')
    const { page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const box = page.getByLabel('Message to Robo')
    await box.click()
    await page.getByRole('toolbar').waitFor()
    await box.pressSequentially('Ask @mi')
    await page.getByRole('option', { name: /Mia/ }).waitFor()
    await box.press('Enter')
    await box.pressSequentially(`about ${other.key.slice(0, -1)}`)
    await page.getByRole('option', { name: /Pressure gauge/ }).click()
    await expect.poll(() => textIn(box)).toBe(`Ask @${mia.handle} about ${other.key}`)
    await box.evaluate((at) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['GIF89a'], 'valve.gif', { type: 'image/gif' }))
      at.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => textIn(box)).toContain('[valve.gif](/api/attachments/')
    await box.press('ControlOrMeta+Enter')
    await expect.poll(() => textIn(box)).toBe('')
    const bodies = async () => (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).map(({ body }) => body)
    await expect.poll(async () => (await bodies())[0] ?? '').toContain(`@${robo.handle} Ask @${mia.handle} about ${other.key}`)
  })

  test('reaches one that takes no mentions, too', async () => {
    const silent = await makeAgent(stage.world, 'Silent', [])
    await allowed(stage.world.ada, 'agent.update', { agentActorId: silent.actorId, capabilities: { mentionable: false } })
    const { card, sessionId } = await atWork(silent)
    const { page } = await stage.visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByLabel('Message to Silent').fill('Use the blue seal.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect.poll(async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.commentCount).toBe(1)
    expect(await nextAnswer(silent, sessionId)).toMatchObject([{ verb: 'comment.added', text: 'Use the blue seal.' }])
  })

  test('that is refused comes back, in front of what was written since', async () => {
    const { robo } = stage.world
    const { card } = await atWork(robo)
    const { page } = await stage.visitAs('mia')
    await page.goto(`/cards/${card.key}`)
    const box = page.getByLabel('Message to Robo')
    let refuse = () => {}
    const held = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/api/cards/*/comments', async (route) => {
      await held
      await route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'No.' } } })
    })
    await box.fill('The first')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect.poll(() => textIn(box)).toBe('')
    await box.fill('The next')
    refuse()
    await expect.poll(() => textIn(box)).toBe('The first\n\nThe next')
    await page.reload()
    await expect.poll(() => textIn(box)).toBe('The first\n\nThe next')
  })

  test('is not for viewers, nor while the agent waits for an answer', async () => {
    const { robo } = stage.world
    const { card, sessionId } = await atWork(robo)
    const viewer = (await stage.visitAs('vic')).page
    await viewer.goto(`/cards/${card.key}`)
    await viewer.getByRole('region', { name: 'Session of Robo' }).waitFor()
    expect(await viewer.getByLabel('Message to Robo').count()).toBe(0)
    const { page } = await stage.visitAs('mia')
    await page.goto(`/cards/${card.key}`)
    await page.getByLabel('Message to Robo').waitFor()
    await allowed(robo, 'session.post', { sessionId, op: 'ask_human', question: 'Which seal?' })
    await page.getByLabel('Message to Robo').waitFor({ state: 'detached' })
  })
})
