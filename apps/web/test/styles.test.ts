import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const sheet = `${src}styles/first-load.css`

/** A module with all that it imports at once; what it imports on use does not count. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || !existsSync(path)) return found
  found.add(path)
  const code = readFileSync(path, 'utf8')
  for (const [, imported = ''] of code.matchAll(/^(?:import|\} from|import .* from) '(\.[^']+)'/gm)) {
    withImports(resolve(dirname(path), imported), found)
  }
  return found
}

/** A page outside the shell would lack the classes that only such a module uses. */
test('the styles of the first load have the classes of all modules that draw a page outside the shell', () => {
  const sources = [...readFileSync(sheet, 'utf8').matchAll(/@source "([^"]+)"/g)].map(([, path = '']) => resolve(dirname(sheet), path))
  const starts = ['main.tsx', 'screens/auth/password-pages.tsx', 'screens/auth/invite-page.tsx', 'ui/base/toasts.tsx']
  const drawing = [...new Set(starts.flatMap((name) => [...withImports(src + name)]))].filter(
    (path) => path.endsWith('.tsx') && /className|classes/.test(readFileSync(path, 'utf8')),
  )
  expect(drawing.length).toBeGreaterThan(12)
  expect(drawing.filter((path) => !sources.some((source) => path === source || path.startsWith(`${source}/`)))).toEqual([])
  for (const source of sources) expect(existsSync(source), source).toBe(true)
})

test('each other page loads the styles of all modules', () => {
  const shared = `${src}styles/all.css`
  for (const name of ['shell/shell.tsx', 'screens/answer/answer-page.tsx', 'screens/consent/consent-page.tsx']) {
    expect(withImports(src + name), name).toContain(shared)
  }
})
