import { Parser } from 'htmlparser2'
import { truncate } from '../../kernel/common/truncate.ts'

/** The title, site name and description in the head of a web page. */
export type PageHead = { title: string | null; siteName: string | null; description: string | null }

/** In octets: heads can be long, and the rest of a page is not read. */
const mostHeadBytes = 524_288
const [longestTitle, longestName, longestDescription] = [300, 100, 500]

/** The first that is there counts. */
const names = {
  title: ['og:title', 'twitter:title', 'title'],
  siteName: ['og:site_name', 'application-name'],
  description: ['og:description', 'description', 'twitter:description'],
} as const

/** Reads the head of an HTML page. Each text is plain text on one line; a caller escapes it as any other text. */
export function pageHeadIn(page: Buffer, contentType: string): PageHead {
  const said = new Map<string, string>()
  let title = ''
  let isInTitle = false
  let isOver = false
  const parser = new Parser({
    onopentag(name, { property, name: of, content }) {
      if (name === 'body') isOver = true
      if (isOver) return
      // A picture in SVG may have a title, too.
      isInTitle = name === 'title' && title === ''
      const key = (property ?? of)?.toLowerCase()
      if (name === 'meta' && key !== undefined && content !== undefined && !said.has(key)) said.set(key, content)
    },
    ontext(text) {
      if (isInTitle && !isOver) title += text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
      if (name === 'head') isOver = true
    },
  })
  parser.end(textOf(page.subarray(0, mostHeadBytes), contentType))
  said.set('title', title)
  const first = (of: keyof typeof names, longest: number): string | null => {
    for (const name of names[of]) {
      const text = oneLine(said.get(name) ?? '')
      if (text !== '') return truncate(text, longest)
    }
    return null
  }
  return {
    title: first('title', longestTitle),
    siteName: first('siteName', longestName),
    description: first('description', longestDescription),
  }
}

/** Controls, and what changes the direction of text, would reach beyond the preview. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\s]+/gu, ' ')
    .trim()

/** In the encoding that the page names, in its header or at its beginning. */
function textOf(page: Buffer, contentType: string): string {
  const declared = /charset=["']?([\w-]{1,40})/i
  const [, label = 'utf-8'] = declared.exec(contentType) ?? declared.exec(page.subarray(0, 1_024).toString('latin1')) ?? []
  try {
    return new TextDecoder(label).decode(page)
  } catch {
    return new TextDecoder().decode(page)
  }
}
