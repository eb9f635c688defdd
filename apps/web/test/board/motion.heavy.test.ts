import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard } from '../../../../conformance/src/world.ts'
import { centre } from '../kit/pointer.ts'
import { inTheBrowser, list, tile } from '../kit/stage.ts'

/** Too short to be visible: a transition of this length still fires the events that scripts wait for. */
const unseenMs = 1

/** An animation on the page: its element, and its total duration in ms. An endless one lasts infinitely. */
type Moved = { what: string; ms: number }
declare global {
  interface Window {
    moved: Moved[]
  }
}

/** Records from the first moment on: transitions, animations of the style sheets, and those of scripts. */
function watchMotion(): void {
  window.moved = []
  const look = () => {
    for (const animation of document.getAnimations()) {
      const { target } = animation.effect as KeyframeEffect
      const what = `${target?.tagName.toLowerCase()}.${target?.className} ${'transitionProperty' in animation ? animation.transitionProperty : ''}`
      const ms = Number(animation.effect?.getComputedTiming().endTime)
      window.moved.push({ what, ms })
    }
  }
  for (const begun of ['transitionrun', 'animationstart']) document.addEventListener(begun, look, true)
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given)
    look()
    return animation
  }
  const scroll = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function (how) {
    if (typeof how === 'object' && how.behavior === 'smooth') window.moved.push({ what: 'scrolling', ms: Number.POSITIVE_INFINITY })
    scroll.call(this, how)
  }
}

/** The animations during an act. */
async function movedBy(page: Page, act: () => Promise<unknown>): Promise<Moved[]> {
  await page.evaluate(() => {
    window.moved = []
  })
  await act()
  // A new element begins to move with the next frame.
  await page.evaluate(() => new Promise<unknown>((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  return page.evaluate((unseen) => window.moved.filter(({ ms }) => ms > unseen), unseenMs)
}

inTheBrowser('motion', (stage) => {
  const workingBoard = async (): Promise<Board> => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    await board.card('Ship it')
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    await allowed(stage.world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    return board
  }

  /** The acts by name, on a board that is open. */
  const acts = (page: Page): [string, () => Promise<unknown>][] => [
    [
      'board',
      async () => {
        await page.reload()
        await tile(page, 'Ship it').waitFor()
        await page.waitForLoadState('networkidle')
      },
    ],
    [
      'drag',
      async () => {
        const [from, to] = [await centre(tile(page, 'Ship it')), await centre(list(page, 'In progress'))]
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 12 })
        await list(page, 'In progress').getByRole('link', { name: 'Ship it' }).waitFor()
        await page.mouse.up()
      },
    ],
    // Moving has a way back, which is offered by a toast.
    ['toast', () => page.locator('[data-toast]').waitFor()],
    [
      'dialog',
      () =>
        page
          .getByRole('link', { name: 'Ship it' })
          .click()
          .then(() => page.getByRole('dialog', { name: 'Ship it' }).waitFor()),
    ],
    ['close', () => page.keyboard.press('Escape').then(() => page.getByRole('dialog', { name: 'Ship it' }).waitFor({ state: 'detached' }))],
    ['palette', () => page.keyboard.press('Control+k').then(() => page.getByRole('combobox').waitFor())],
  ]

  const walk = async (reducedMotion: 'reduce' | 'no-preference'): Promise<Record<string, string[]>> => {
    const board = await workingBoard()
    const { page } = await stage.visitAs('ada')
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(watchMotion)
    await page.goto(`/boards/${board.id}`)
    await tile(page, 'Ship it').waitFor()
    await page.waitForLoadState('networkidle')
    const moved: Record<string, string[]> = {}
    for (const [name, act] of acts(page)) moved[name] = (await movedBy(page, act)).map(({ what }) => what)
    return moved
  }

  test('who wants less of it sees nothing move: not the board, a drag, a dialog, a toast or the palette', async () => {
    const moved = await walk('reduce')
    expect(moved).toEqual(Object.fromEntries(Object.keys(moved).map((name) => [name, []])))
  })

  test('others see who is at work, and a toast come', async () => {
    const moved = await walk('no-preference')
    const seen = Object.values(moved).flat().join('\n')
    for (const one of [/animate-breathe/, /bg-overlay shadow-floating transition .* opacity/]) expect(seen).toMatch(one)
  })
})
