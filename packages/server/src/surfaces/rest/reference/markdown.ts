import { type Html, html } from '../../http/html.ts'

/** Descriptions are paragraphs with `code` and **weight**, and hold nothing else of Markdown. */
export function paragraphs(text: string): Html {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
}

export function inline(text: string): Html {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(piece)}`
}

function piece(text: string): Html {
  if (text.startsWith('`') && text.length > 2) return html`<code>${text.slice(1, -1)}</code>`
  if (text.startsWith('**') && text.length > 4) return html`<strong>${text.slice(2, -2)}</strong>`
  return html`${text}`
}
