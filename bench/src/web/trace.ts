import type { Visitor } from '../../../apps/web/test/browser.ts'

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

/** Script, style and layout; what of it is nested in another counts with the outer one. */
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
  const session = await page.context().newCDPSession(page)
  const events: Event[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])))
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } })
  await act()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return readTrace(events)
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
  const tasks = onMain.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
  return { steps, longest: Math.max(...tasks.map(cpuMs)) }
}

/** Where the system does not tell the time of the thread, that of the clock is the best there is. */
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
