import { globSync } from 'node:fs'
import { checkout, type Page } from './pages.ts'

const sources = ['*.ts', '{apps,bench,conformance,examples,packages,plugins,scripts,tools}/**/*.{ts,tsx}']
const isBuilt = (name: string): boolean => /(?:^|[\\/])(?:node_modules|dist)$/.test(name)
const files = globSync(sources, { cwd: checkout, exclude: isBuilt }).map((file) => file.replaceAll('\\', '/'))

/** The TypeScript files that a page names and that do not exist: `kernel/mutate.ts` is any file whose path ends so. */
export function missingFiles({ text }: Pick<Page, 'text'>): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const named = [...prose.matchAll(/`([\w./<>{},*-]+\.tsx?)`/g)].map(([, path = '']) => path)
  return named.filter((path) => !files.some((file) => patternOf(path).test(file)))
}

/** Pages write `*`, `<area>` and `{en,de}` in paths. */
function patternOf(path: string): RegExp {
  const pattern = path
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\*+|<\w+>/g, '[^/]+')
    .replaceAll(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
  return new RegExp(`(?:^|/)${pattern}$`)
}
