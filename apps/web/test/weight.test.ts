import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from './kit/build.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const mostBytes = 200_000

beforeAll(buildWeb)

/** A file with all of its static imports; dynamic ones do not count. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const code = readFileSync(`${dist}assets/${name}`, 'utf8')
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(imported, found)
  return found
}

const weight = (names: Iterable<string>): number =>
  [...names].reduce((bytes, name) => bytes + gzipSync(readFileSync(`${dist}assets/${name}`), { level: 9 }).length, 0)

test('the script of a first load is at most 200 kB packed, also of a board that is opened by its address', () => {
  const [, entry = ''] = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(`${dist}index.html`, 'utf8')) ?? []
  const board = readdirSync(`${dist}assets`).find((name) => /^board-page-.*\.js$/.test(name)) ?? ''
  expect(weight(withImports(entry))).toBeLessThan(mostBytes)
  expect(weight(withImports(board, withImports(entry)))).toBeLessThan(mostBytes)
})

test('the page holds no script and no style of its own, and nothing in it is asked of another site', () => {
  const page = readFileSync(`${dist}index.html`, 'utf8')
  expect(page).not.toMatch(/<script>|<style|style="|\son\w+=|https?:/)
  const styles = readdirSync(`${dist}assets`).filter((name) => name.endsWith('.css'))
  expect(styles.map((name) => /url\((?!"?\/assets\/|"?data:)/.exec(readFileSync(`${dist}assets/${name}`, 'utf8'))?.[0] ?? null)).toEqual(
    styles.map(() => null),
  )
  expect(statSync(`${dist}index.html`).size).toBeLessThan(4_096)
})
