import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder that holds README.md and docs. */
export const checkout = fileURLToPath(new URL('../../../../../', import.meta.url))

/** A fenced block of a page. `notRun` is the reason that the comment before it gives. */
export type Block = { page: string; line: number; language: string; text: string; notRun: string | null }

export type Page = { name: string; text: string; blocks: Block[] }

/** README.md, CONTRIBUTING.md, AGENTS.md and SECURITY.md, and every page below docs, by their paths in the checkout. */
export function readPages(): Page[] {
  const below = readdirSync(`${checkout}docs`, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const names = [
    'README.md',
    'CONTRIBUTING.md',
    'AGENTS.md',
    'SECURITY.md',
    ...below.map((name) => `docs/${name.replaceAll('\\', '/')}`).sort(),
  ]
  return names.map((name) => {
    const text = readFileSync(`${checkout}${name}`, 'utf8')
    return { name, text, blocks: blocksOf(name, text) }
  })
}

const fenced = /(?:^<!-- not run: ([^\n]+?) -->\n+)?^```([^\n]*)\n([\s\S]*?)^```$/gm

function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(fenced)].map(({ 0: whole, 1: notRun, 2: language = '', 3: body = '', index }) => {
    const line = text.slice(0, index + whole.indexOf('```')).split('\n').length
    return { page, line, language, text: body, notRun: notRun ?? null }
  })
}

/** The first line of a program may name the file that it is kept in: `// hook.mjs`, `# hook.py`. */
export const fileNameOf = ({ text }: Block): string | null => /^(?:\/\/|#) ([\w.-]+\.\w+)$/m.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? null
