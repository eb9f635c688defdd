/** The beginning of a line before any words: of a list, a task, or a quote. */
const onlyMarks = /^[\s>]*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\])?\s*$/

/** The Markdown of a file, for that place in a text: a picture does not stand in a line of words. Other files are links, which do. */
export function onOwnLine(file: string, text: string, at: number): string {
  if (!file.startsWith('![')) return file
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  const [after = ''] = text.slice(at).split('\n', 1)
  // Many spaces as one: on a long run of them the expression would take minutes.
  const isBegun = !onlyMarks.test(before.replace(/\s+/g, ' '))
  return `${isBegun ? '\n' : ''}${file}${after.trim() === '' ? '' : '\n'}`
}
