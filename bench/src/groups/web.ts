import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launch, signInAs, visit } from '../../../apps/web/test/browser.ts'
import { wholeChromium } from '../../../packages/server/test/kit/chromium.ts'
import { figure } from '../figures.ts'
import { register } from '../people.ts'
import type { Rig } from '../rig.ts'
import { median } from '../statistics.ts'
import { dragOver, type Opened, openBoard, scrollOver } from '../web/board.ts'
import { type Work, workOf } from '../web/trace.ts'
import type { BenchBoard } from '../world.ts'
import type { Group } from './group.ts'

const buildScript = fileURLToPath(new URL('../../../scripts/build-web.cjs', import.meta.url))

/**
 * The board in a browser: until it can be used, what a step of a drag costs, and whether 2,000 cards scroll. Work is the CPU time of the
 * page's main thread, which a busy machine does not stretch; only the time until a board can be used is that of a clock.
 */
export const webGroup: Group = async (rig, pace) => {
  if (!existsSync(wholeChromium)) return { readings: [], figures: [], notes: ['Not measured: there is no chromium on this machine.'] }
  // Beside this process, which would not hear meanwhile that idle connections are closed.
  await promisify(execFile)(process.execPath, [buildScript])
  const medium = await rig.world.board('Medium', [125, 125, 125, 125])
  const large = await rig.world.board('Large', [400, 400, 400, 400, 400])
  const rounds: Round[] = []
  while (rounds.length < pace.rounds && pace.hasTime()) rounds.push(await oneRound(rig, { medium, large }))
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
    ],
    notes: ['Work is script, style and layout on the main thread, in CPU time; each step is followed by two frames.'],
  }
}

type Round = { opened: Opened; drag: Work; largeOpened: Opened; largeDrag: Work; scroll: Work }

/** In a browser of its own: nothing is in its cache. */
async function oneRound({ world, sides }: Rig, { medium, large }: { medium: BenchBoard; large: BenchBoard }): Promise<Round> {
  const url = `http://127.0.0.1:${sides.tandem.port}`
  const browser = await launch(wholeChromium)
  try {
    const person = await register(url, `Visitor-${crypto.randomUUID().slice(0, 8)}`)
    for (const board of [medium, large]) await world.api('POST', `/api/boards/${board.id}/members`, { actorId: person.id, role: 'member' })
    const onBoard = async (board: BenchBoard, cards: number) => {
      const visitor = await visit(browser, url)
      await signInAs(visitor, url, person.cookie)
      return { ...visitor, opened: await openBoard(visitor.page, board.id, cards) }
    }
    const first = await onBoard(medium, 500)
    const drag = await workOf(first.page, () => dragOver(first.page))
    await first.context.close()
    const second = await onBoard(large, 2_000)
    const scroll = await workOf(second.page, () => scrollOver(second.page))
    const largeDrag = await workOf(second.page, () => dragOver(second.page))
    return { opened: first.opened, drag, largeOpened: second.opened, largeDrag, scroll }
  } finally {
    await browser.close()
  }
}
