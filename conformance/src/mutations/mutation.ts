import type { RequirementId } from '../requirements.ts'

/** One way to break a rule: a text of the code is replaced by another, and the scenarios in `provedBy` (narrowed by `title`) must notice. */
export type Mutation = {
  breaks: RequirementId
  /** The behaviour that the broken code lacks. */
  behaviour: string
  file: string
  /**
   * A name that occurs once in the file, such as that of an operation: the text is the first one after it. Without it, the text occurs
   * once.
   */
  behind?: string
  replace: readonly [text: string, by: string]
  provedBy: string
  title?: string
}

/** The code with the mutation. Throws unless the code contains the text exactly once. */
export function broken(code: string, { file, behind, replace: [text, by] }: Mutation): string {
  const [before = '', after, ...more] = behind === undefined ? ['', code] : code.split(behind)
  if (after === undefined || more.length > 0) throw new Error(`${file} does not hold ${behind} exactly once`)
  const at = after.indexOf(text)
  if (at === -1 || (behind === undefined && after.includes(text, at + 1))) throw new Error(`${file} does not hold ${text} exactly once`)
  return before + (behind ?? '') + after.slice(0, at) + by + after.slice(at + text.length)
}
