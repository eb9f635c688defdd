import { type ComponentType, createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hasFailed, lazyPart, loadFailed } from '../src/ui/loading/lazy-part.ts'

/** What is rendered, or why it is not. */
async function rendered(part: ComponentType): Promise<string> {
  try {
    const stream = await renderToReadableStream(createElement(part), { onError: () => {} })
    return await new Response(stream).text()
  } catch (failure) {
    return String(failure)
  }
}

/** Code that can be fetched or not. */
function code(text: string) {
  const failure = new Error(`no ${text}`)
  const state = { isThere: false, hangs: false, fetches: 0 }
  const Part = lazyPart(async () => {
    state.fetches++
    if (state.hangs) await new Promise(() => {})
    if (!state.isThere) throw failure
    return { default: () => text }
  })
  return { state, Part, failure }
}

test('a part whose code could not be fetched stays failed until it is fetched again, and then is rendered', async () => {
  const [one, other] = [code('one'), code('other')]
  expect(await Promise.all([one, one, other].map(({ Part }) => rendered(Part)))).toEqual([
    'Error: no one',
    'Error: no one',
    'Error: no other',
  ])
  // Rendering it anew does not fetch it in a circle.
  expect(one.state.fetches).toBe(1)
  expect(await loadFailed(one.failure)).toBe(false)
  one.state.isThere = true
  // The other is not waited for.
  other.state.hangs = true
  expect([hasFailed(one.failure), await loadFailed(one.failure), hasFailed(one.failure)]).toEqual([true, true, false])
  expect(await Promise.all([one, other].map(({ Part }) => rendered(Part)))).toEqual(['one', 'Error: no other'])
  other.state.hangs = false
  other.state.isThere = true
  expect(await loadFailed(other.failure)).toBe(true)
  expect(await Promise.all([one, other].map(({ Part }) => rendered(Part)))).toEqual(['one', 'other'])
  expect([one.state.fetches, other.state.fetches]).toEqual([3, 2])
  // Nothing is left to fetch.
  expect(await loadFailed(one.failure)).toBe(true)
  expect(one.state.fetches).toBe(3)
})
