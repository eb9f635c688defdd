import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** From the lowest: a folder imports from those before it, types too; `fonts` and `styles` have no code. Beside them is the entry, which may import all. */
const layers = ['fonts', 'styles', 'i18n', 'api', 'live', 'ui', 'mutations', 'dnd', 'shell', 'screens']

test('a folder imports only from those below it', () => {
  expect(readdirSync(src, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))).toEqual(layers.toSorted())
  const upward = sources().flatMap((file) =>
    importedBy(file)
      .filter((imported) => layerOf(imported) > layerOf(file))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(upward).toEqual([])
})

test('an import of every form is found', () => {
  const code = `
    import { a } from '../a.ts'
    import type { B } from '../b.ts'
    import '../c.css'
    type G = import("../g.ts").G
    export { d } from '../d.ts'
    const e = () => import('../e.ts')
    import f from 'react'`
  expect(specifiersIn(code, 'ts')).toEqual(['../a.ts', '../b.ts', '../c.css', '../g.ts', '../d.ts', '../e.ts'])
})

const sources = () => readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

const importedBy = (file: string): string[] =>
  specifiersIn(readFileSync(join(src, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map((specifier) => join(dirname(file), specifier))

/** The entry file is above all folders; other files beside it, such as images, are below them. */
function layerOf(file: string): number {
  const at = layers.indexOf(file.split('/')[0] ?? '')
  if (at >= 0) return at
  return /\.tsx?$/.test(file) ? layers.length : -1
}

type Node = { source?: { value?: unknown } | null }

/** The imports of a file from our own sources, whether static, dynamic or of types. */
function specifiersIn(code: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const specifier = (node as Node).source?.value
    if (typeof specifier === 'string' && specifier.startsWith('.')) found.push(specifier)
    Object.values(node).forEach(walk)
  }
  walk(parseAst(code, { lang }))
  return found
}
