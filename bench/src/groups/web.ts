import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launch, signInAs, type Visitor, visit } from '../../../apps/web/test/kit/browser.ts'
import { chromiumPath, wholeChromium } from '../../../packages/server/test/kit/chromium.ts'
import { figure, times } from '../figures.ts'
import { register } from '../people.ts'
import type { Rig } from '../rig.ts'
import { median } from '../statistics.ts'
import { dragOver, heldBy, loadOf, type Opened, openBoard, scrollOver } from '../web/board.ts'
import { changeCards } from '../web/change-cards.ts'
import { longestOf, type Work, workOf } from '../web/trace.ts'
import type { BenchBoard } from '../world.ts'
import type { Group } from './group.ts'

/** The complete browser where it is installed, as people use it; otherwise the headless shell. */
const chromium = existsSync(wholeChromium) ? wholeChromium : chromiumPath

const buildScript = fileURLToPath(new URL('../../../scripts/build-web.cjs', import.meta.url))

/**
 * The board in a browser: the time until it can be used, the cost of a step of a drag, and whether 2,000 cards scroll. Work is the CPU time
 * of the page's main thread, which does not depend on the load of the machine; only the time until a board can be used is wall-clock time.
 */
export const webGroup: Group = async (rig, pace) => {
  if (!chromium) return { readings: [], figures: [], notes: ['Not measured: there is no chromium on this machine.'] }
  // In another process: a synchronous build would keep this one from noticing that idle connections are closed.
  await promisify(execFile)(process.execPath, [buildScript])
  const medium = await rig.world.board('Medium', [125, 125, 125, 125])
  const large = await rig.world.board('Large', [400, 400, 400, 400, 400])
  const boards: Boards = { tiny: await rig.world.board('Tiny', [20]), medium, large, huge: await rig.world.board('Huge', huge) }
  const rounds: Round[] = []
  while (rounds.length < pace.rounds && pace.hasTime()) rounds.push(await oneRound(rig, boards))
  const over = (pick: (round: Round) => number) => (rounds.length === 0 ? null : median(rounds.map(pick)))
  return {
    readings: [],
    figures: [
      figure(
        'until a board of 500 can be used, in a new browser',
        over(({ opened }) => opened.clockMs),
        'ms',
        { atMost: 1_000 },
      ),
      figure(
        'work of that, without waiting',
        over(({ opened }) => opened.workMs),
        'ms',
      ),
      figure(
        'work of a pointer move while a card is dragged over 500, median',
        over(({ drag }) => median(drag.steps)),
        'ms',
        { atMost: 12 },
      ),
      figure(
        'longest task from picking up to putting down',
        over(({ drag }) => drag.longest),
        'ms',
        { atMost: 50 },
      ),
      figure(
        'until a board of 2,000 can be used, in a new browser',
        over(({ largeOpened }) => largeOpened.clockMs),
        'ms',
      ),
      figure(
        'work of a pointer move while a card is dragged over 2,000, median',
        over(({ largeDrag }) => median(largeDrag.steps)),
        'ms',
      ),
      figure(
        'work of a step of scrolling over 2,000, median',
        over(({ scroll }) => median(scroll.steps)),
        'ms',
      ),
      figure(
        'longest task while 2,000 are scrolled',
        over(({ scroll }) => scroll.longest),
        'ms',
        { atMost: 50 },
      ),
      figure(
        'elements of the page with 5,000 cards',
        over(({ whole }) => whole.held.nodes),
        '',
        { atMost: 4_000 },
      ),
      figure(
        'memory of its scripts with 5,000 cards',
        over(({ whole }) => whole.held.heapMiB),
        'MiB',
        { atMost: 60 },
      ),
      times(
        'until the first of 5,000 cards can be used, to the first of 20',
        over(({ whole, tiny }) => whole.opened.clockMs / tiny.clockMs),
        { atMost: 1.3 },
      ),
      figure(
        'longest task while 5,000 are loaded',
        over(({ whole }) => whole.longest),
        'ms',
        { atMost: 50 },
      ),
      figure(
        'longest task while 5,000 are scrolled',
        over(({ whole }) => whole.scroll.longest),
        'ms',
        { atMost: 50 },
      ),
      figure(
        'longest task while a card is dragged over 5,000',
        over(({ whole }) => whole.drag.longest),
        'ms',
        { atMost: 50 },
      ),
      figure(
        'share of a core that 50 events a second take, with 5,000 cards',
        over(({ whole }) => whole.eventsShare),
        '%',
        { atMost: 10 },
      ),
    ],
    notes: [
      'Work is script, style and layout on the main thread, in CPU time; each step is followed by two frames.',
      ...(chromium === wholeChromium ? [] : ['Measured in the Chromium of the tests, which draws no windows.']),
    ],
  }
}

const huge = [1_000, 1_000, 1_000, 1_000, 1_000]

type Boards = Record<'tiny' | 'medium' | 'large' | 'huge', BenchBoard>
type Whole = { opened: Opened; longest: number; held: { nodes: number; heapMiB: number }; scroll: Work; drag: Work; eventsShare: number }
type Round = { tiny: Opened; opened: Opened; drag: Work; largeOpened: Opened; largeDrag: Work; scroll: Work; whole: Whole }

/** In a browser of its own: nothing is in its cache. */
async function oneRound({ world, sides }: Rig, { tiny, medium, large, huge }: Boards): Promise<Round> {
  const url = `http://127.0.0.1:${sides.tandem.port}`
  const browser = await launch(chromium ?? wholeChromium)
  try {
    const person = await register(url, `Visitor-${crypto.randomUUID().slice(0, 8)}`)
    for (const board of [tiny, medium, large, huge])
      await world.api('POST', `/api/boards/${board.id}/members`, { actorId: person.id, role: 'member' })
    const onBoard = async <T>(use: (page: Visitor['page']) => Promise<T>) => {
      // Each in a context of its own, so that it loads the scripts again.
      const visitor = await visit(browser, url)
      await signInAs(visitor, url, person.cookie)
      const used = await use(visitor.page)
      await visitor.context.close()
      return used
    }
    const small = await onBoard((page) => openBoard(page, tiny.id))
    const first = await onBoard(async (page) => ({
      opened: await openBoard(page, medium.id),
      drag: await workOf(page, () => dragOver(page)),
    }))
    const second = await onBoard(async (page) => ({
      largeOpened: await openBoard(page, large.id),
      scroll: await workOf(page, () => scrollOver(page)),
      largeDrag: await workOf(page, () => dragOver(page)),
    }))
    const opened = await onBoard((page) => openBoard(page, huge.id))
    const whole = await onBoard(async (page) => {
      const { longest } = await longestOf(page, () => openBoard(page, huge.id))
      const scroll = await workOf(page, () => scrollOver(page))
      const drag = await workOf(page, () => dragOver(page))
      const held = await heldBy(page)
      const eventsShare = await loadOf(page, () => changeCards(world, huge, { aSecond: 50, seconds: 4 }))
      return { opened, longest, scroll, drag, held, eventsShare }
    })
    return { tiny: small, ...first, ...second, whole }
  } finally {
    await browser.close()
  }
}
