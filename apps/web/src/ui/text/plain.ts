/** A text of Markdown without its marks, for a single line, a button, or until the renderer has loaded. Code keeps its characters. */
export function plain(text: string): string {
  // From the first of a run only: from each of them, a long run would take quadratic time.
  const parts = text.split(/((?<!`)`+(?!`)[^`]+`+)/)
  const shown = parts.map((part, at) => (at % 2 === 1 ? part.replace(/^`+|`+$/g, '') : withoutMarks(part))).join('')
  return shown.trim() === '' ? text : shown
}

const withoutMarks = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    // Alone, because an excerpt may have cut its pair; not in a pattern of paths such as src/**, nor between spaces.
    .replace(/(?<![\s/])\*\*(?!\/)|(?<!\/)\*\*(?![\s/])|~~|`|^#+ /gm, '')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+)(?<=\S)\1(?![\w*])/g, '$2')
