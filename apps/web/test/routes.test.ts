import { expect, onTestFinished, test, vi } from 'vitest'
import { requirements } from '../../../conformance/src/requirements.ts'

/** The router without a browser: it makes its client for the address of the page, and waits for the first sign of use. */
async function addresses(): Promise<string[]> {
  vi.stubGlobal('location', new URL('http://127.0.0.1'))
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const { router } = await import('../src/router.tsx')
  return Object.keys(router.routesByPath).map(withoutOptionalParts)
}

/** `/settings/{-$page}` is an address without the page too. */
const withoutOptionalParts = (path: string): string => path.replaceAll(/\/\{-\$\w+\}/g, '')

test('each address of the web app has a requirement that says what a person finds there', async () => {
  const rules = Object.entries(requirements).flatMap(([id, { rule }]) => (id.startsWith('web.route.') ? [rule] : []))
  const promised = rules.map((rule) => /^At (\/[^\s,]*)/.exec(rule)?.[1] ?? rule)
  expect(promised.toSorted()).toEqual((await addresses()).toSorted())
})
