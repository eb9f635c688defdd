import { Parser } from 'htmlparser2'

/** The text of an HTML mail, for mail programs that send no plain text. Quoted text is left out or comes in lines that begin with `>`. */
export function textOfHtml(html: string): string {
  const shown: string[] = []
  const open: Element[] = []
  let isOver = false
  let tags = 0
  const newLine = () => {
    if (shown.length > 0 && shown.at(-1) !== '\n') shown.push('\n')
    if (open.some(({ isQuote }) => isQuote)) shown.push('> ')
  }
  const parser = new Parser({
    // The parser looks through all open elements at each tag.
    onopentagname() {
      tags += 1
      if (tags > mostTags) parser.pause()
    },
    onopentag(name, attributes) {
      if (name === 'br') shown.push('\n', ...(open.some(({ isQuote }) => isQuote) ? ['> '] : []))
      if (isVoid.has(name) || open.length >= deepest) return
      if (quoteIds.has(attributes.id?.toLowerCase() ?? '')) isOver = true
      open.push({ name, isHidden: hidden.has(name) || isQuoteOfProgram(attributes), isQuote: name === 'blockquote' })
      if (blocks.has(name)) newLine()
    },
    ontext(text) {
      if (!isOver && !open.some(({ isHidden }) => isHidden)) shown.push(text.replace(/\s+/g, ' '))
    },
    onclosetag(name) {
      if (open.at(-1)?.name !== name) return
      open.pop()
      if (blocks.has(name)) newLine()
    },
  })
  parser.end(html.slice(0, mostCharacters))
  return shown
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

type Element = { name: string; isHidden: boolean; isQuote: boolean }

const mostCharacters = 500_000
/** Tags beyond these are not read: a reply stands above the text that it quotes. */
const mostTags = 3_000
/** Deeper elements are not tracked: their text counts as text of the element around them. */
const deepest = 200
const hidden = new Set(['head', 'style', 'script', 'title', 'template'])
const isVoid = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'area', 'base', 'col', 'embed', 'source', 'track'])
const blocks = new Set(['p', 'div', 'li', 'tr', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'pre', 'table', 'ul', 'ol'])
/** Classes by which Gmail, Yahoo, Thunderbird and Proton mark the quoted mail. */
const quoteMarks = /\b(gmail_quote|gmail_signature|yahoo_quoted|protonmail_quote|moz-cite-prefix|moz-signature)\b/
/** Ids at which the quoted mail begins in mails of Outlook. */
const quoteIds = new Set(['divrplyfwdmsg', 'appendonsend', 'mail-editor-reference-message-container'])

const isQuoteOfProgram = ({ class: classes = '' }: Record<string, string>): boolean => quoteMarks.test(classes.slice(0, 500))
