import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const page = new EventTarget()
const network = { onLine: true }
class Moved extends Event {
  readonly movementX: number
  readonly movementY = 0
  constructor(movementX: number) {
    super('pointermove')
    this.movementX = movementX
  }
}

/** A page that was just loaded, and the number of times that its code was fetched. */
async function load() {
  vi.resetModules()
  const { onFirstIntent, watchForIntent } = await import('../src/ui/loading/first-intent.ts')
  const fetched = vi.fn()
  watchForIntent()
  onFirstIntent(fetched)
  return { fetched, onFirstIntent }
}

beforeEach(() => {
  vi.useFakeTimers()
  network.onLine = true
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('PointerEvent', Moved)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('code is fetched once, when the pointer moves or a key is pressed, and then at once', async () => {
  const { fetched, onFirstIntent } = await load()
  page.dispatchEvent(new Moved(0))
  expect(fetched).not.toHaveBeenCalled()
  page.dispatchEvent(new Moved(1))
  page.dispatchEvent(new Event('keydown'))
  const later = vi.fn()
  onFirstIntent(later)
  vi.advanceTimersByTime(120_000)
  expect([fetched.mock.calls.length, later.mock.calls.length]).toEqual([1, 1])
})

test('a page that nobody uses fetches it after a minute', async () => {
  const { fetched } = await load()
  vi.advanceTimersByTime(59_999)
  expect(fetched).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(fetched).toHaveBeenCalledOnce()
})

test('without a network nothing is fetched, and all of it once the network is back', async () => {
  const { fetched } = await load()
  network.onLine = false
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(60_000)
  expect(fetched).not.toHaveBeenCalled()
  network.onLine = true
  page.dispatchEvent(new Event('online'))
  expect(fetched).toHaveBeenCalledOnce()
})
