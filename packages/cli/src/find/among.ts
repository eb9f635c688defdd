import { Complaint } from '../failures.ts'
import { line } from '../terminal/terminal.ts'

const mostShown = 10

/** The name of an item on a command line: its id, or a name in any case. */
export type Naming<T> = { what: string; names(item: T): readonly string[]; show(item: T): string; instead: string }

/** The one of `items` with this id or name. Throws Complaint if there is none, or several. */
export function oneAmong<T extends { id: string }>(items: readonly T[], text: string, naming: Naming<T>): T {
  const wanted = text.toLowerCase()
  const found = items.filter((item) => [item.id, ...naming.names(item)].some((name) => name.toLowerCase() === wanted))
  const [one, ...more] = found
  if (one === undefined) throw unknown(items, text, naming)
  if (more.length === 0) return one
  const list = found.slice(0, mostShown).map((item) => `  ${item.id}  ${naming.show(item)}`)
  throw new Complaint('wrong usage', `Several match ${text}. Use the id of one:\n${list.join('\n')}`)
}

function unknown<T extends { id: string }>(items: readonly T[], text: string, { what, names, show, instead }: Naming<T>): Complaint {
  const wanted = text.toLowerCase()
  const near = items.filter((item) => names(item).some((name) => name.toLowerCase().includes(wanted)))
  const shown = (near.length > 0 ? near : items).slice(0, mostShown).map((item) => line(show(item)))
  const known =
    shown.length === 0
      ? ''
      : ` ${near.length > 0 ? 'Did you mean one of these' : 'Available'}: ${shown.join(', ')}${near.length > 0 ? '?' : '.'}`
  return new Complaint('not found', `No ${what} is called ${text}.${known} ${instead}`)
}

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
