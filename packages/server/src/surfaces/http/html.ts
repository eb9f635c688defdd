/** A piece of a page: text that is markup. */
export type Html = { readonly markup: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Markup whose values are escaped as text; only results of this function are inserted as markup. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const markup = parts.map((part, at) => (at === 0 ? '' : markupOf(values[at - 1])) + part)
  return { markup: markup.join('') }
}

function markupOf(value: string | Html | readonly Html[] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escaped(value)
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('')
}
