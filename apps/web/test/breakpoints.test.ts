import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** Tailwind silently drops a class with an unknown breakpoint. */
test('each class with a breakpoint uses one that exists', () => {
  const exist = new Set([...readFileSync(`${src}styles/tokens.css`, 'utf8').matchAll(/--breakpoint-(\w+):/g)].map(([, name]) => name))
  expect(exist.size).toBeGreaterThan(0)
  const used = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) =>
      [...readFileSync(src + name, 'utf8').matchAll(/(?<=[\s'"`:])(?:max-|min-)?(2?x[sl]|sm|md|lg):(?=[\w[*!-])/g)].map(([, point]) => ({
        name,
        point,
      })),
    )
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter(({ point = '' }) => !exist.has(point))).toEqual([])
})
