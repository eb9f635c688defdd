import { describeSettings } from '@tandem/server'

const begin = '<!-- settings: written by `npm run docs:configuration` -->'
const end = '<!-- end of the settings -->'

/** The page with the current table of settings. Throws if the page has no place for it. */
export function withSettings(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page needs ${begin} and, after it, ${end}`)
  const rows = describeSettings().map(
    ({ name, about, fallback }) => `| \`${name}\` | ${fallback ? `\`${cell(fallback)}\`` : ''} | ${cell(about)} |`,
  )
  return `${page.slice(0, from)}${begin}\n\n| variable | when absent | |\n|---|---|---|\n${rows.join('\n')}\n\n${page.slice(to)}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
