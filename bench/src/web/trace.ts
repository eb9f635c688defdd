import type { Visitor } from '../../../apps/web/test/kit/browser.ts'

type Page = Visitor['page']

/** CPU time on the main thread, in ms: of each step that was marked, and of the longest task among them. */
export type Work = { steps: number[]; longest: number }

type Event = {
  name: string
  ph: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
  args?: { data?: { message?: string } }
}

/** The mark that `openBoard` sets once the first cards can be used. */
export const usable = 'board-can-be-used'

/** Script, style and layout; a task nested in another one counts with the outer one. */
const counted = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'TimerFire',
  'RunMicrotasks',
  'UpdateLayoutTree',
  'Layout',
  'IntersectionObserverController::computeIntersections',
  'ResizeObserver',
])

/** Does something under a trace of the page. */
export async function workOf(page: Page, act: () => Promise<void>): Promise<Work> {
  return readTrace((await traced(page, act)).events)
}

/** The result of opening a board, and the longest task of the page meanwhile. */
export async function longestOf<T>(page: Page, open: () => Promise<T>): Promise<{ done: T; longest: number }> {
  const { done, events } = await traced(page, open)
  const mark = events.find(({ name }) => name === usable)
  if (!mark) throw new Error('the trace does not hold the moment from which the board can be used')
  return { done, longest: longestIn(events.filter((event) => event.ph === 'X' && event.pid === mark.pid && event.tid === mark.tid)) }
}

async function traced<T>(page: Page, act: () => Promise<T>): Promise<{ done: T; events: Event[] }> {
  const session = await page.context().newCDPSession(page)
  const events: Event[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])))
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } })
  const done = await act()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return { done, events }
}

function readTrace(events: readonly Event[]): Work {
  const marks = events
    .filter(({ name, args }) => name === 'TimeStamp' && args?.data?.message === 'step')
    .sort((one, other) => one.ts - other.ts)
  const [first] = marks
  if (!first) throw new Error('the trace holds no step')
  const onMain = events.filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === first.pid && tid === first.tid && ts >= first.ts)
  const outermost = withoutNested(onMain.filter(({ name }) => counted.has(name)))
  const steps = marks.map(({ ts }, at) => {
    const until = marks[at + 1]?.ts ?? Number.POSITIVE_INFINITY
    return outermost.filter((event) => event.ts >= ts && event.ts < until).reduce((sum, event) => sum + cpuMs(event), 0)
  })
  return { steps, longest: longestIn(onMain) }
}

const longestIn = (onMain: readonly Event[]): number =>
  Math.max(...onMain.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask').map(cpuMs))

/** Falls back to wall-clock time where the system does not report thread time. */
const cpuMs = ({ dur = 0, tdur = dur }: Event): number => tdur / 1_000

function withoutNested(events: readonly Event[]): Event[] {
  let end = 0
  return events
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}
