import type { Params } from './errors.ts'

/** The names in braces, without those of JSON that a sentence shows. */
export type NamesIn<Says> = Says extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `"${string}` ? never : Name) | NamesIn<Rest>
  : never

/** The parameters of a sentence; empty if it has none. */
export type ParamsIn<Says> = [NamesIn<Says>] extends [never] ? Record<string, never> : { readonly [Name in NamesIn<Says>]: string | number }

/** The sentence with its parameters. A name between quotation marks is written as JSON writes it. */
export function sentenceWith(says: string, params: Params = {}): string {
  const valueOf = (name: string) => params[name] ?? ''
  return says.replace(/"\{(\w+)\}"|\{(\w+)\}/g, (_, quoted?: string, name = '') =>
    quoted === undefined ? `${valueOf(name)}` : JSON.stringify(valueOf(quoted)),
  )
}

/** The parameters in an answer: absent if there are none. */
export const paramsIn = (given: Params = {}): Params | undefined => (Object.keys(given).length === 0 ? undefined : given)
