import { type ComponentType, createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart, loadFailed } from '../src/ui/loading/lazy-part.ts'

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
  const state = { isThere: false, fetches: 0 }
  const Part = lazyPart(async () => {
    state.fetches++
    if (!state.isThere) throw new Error('gone')
    return { default: () => text }
  })
  return { state, Part }
}

test('a part whose code could not be fetched stays failed until it is fetched again, and then is rendered', async () => {
  const [one, other] = [code('one'), code('other')]
  expect(await Promise.all([one, one, other].map(({ Part }) => rendered(Part)))).toEqual(Array.from({ length: 3 }, () => 'Error: gone'))
  // Rendering it anew does not fetch it in a circle.
  expect(one.state.fetches).toBe(1)
  one.state.isThere = true
  expect(await loadFailed()).toBe(false)
  expect(await Promise.all([one, other].map(({ Part }) => rendered(Part)))).toEqual(['one', 'Error: gone'])
  other.state.isThere = true
  expect(await loadFailed()).toBe(true)
  expect(await Promise.all([one, other].map(({ Part }) => rendered(Part)))).toEqual(['one', 'other'])
  expect([one.state.fetches, other.state.fetches]).toEqual([2, 3])
  // Nothing is left to fetch.
  expect(await loadFailed()).toBe(true)
  expect(one.state.fetches).toBe(2)
})
