import { type Reader, sql } from '../db/database.ts'

/** Members that a text mentions. Specification: service §6, decisions §2 and §3. */
export type MentionedMember = { actorId: string; handle: string; kind: 'human' | 'agent'; canBeMentioned: boolean | null }

const most = 50

const membersByHandle = sql<MentionedMember>(`select m.actor_id, a.handle, a.kind, a.can_be_mentioned
  from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.handle = any ($2::text[]) and a.deactivated_at is null`)

/** The members whom `text` mentions and `before` did not, in the order of the text. */
export async function mentionedIn(tx: Reader & { board: { id: string } }, text: string, before = ''): Promise<MentionedMember[]> {
  const known = handlesIn(before)
  const added = handlesIn(text).filter((handle) => !known.includes(handle))
  if (added.length === 0) return []
  const forms = [...new Set([...added, ...known].flatMap(formsOf))]
  const members = new Map((await tx.rows(membersByHandle, [tx.board.id, forms])).map((member) => [member.handle, member]))
  const memberMeant = (handle: string) => formsOf(handle).flatMap((form) => members.get(form) ?? [])[0]
  const already = new Set(known.map(memberMeant))
  return [...new Set(added.flatMap((handle) => memberMeant(handle) ?? []))].filter((member) => !already.has(member))
}

/** The longest first. A hyphen at the end may be of the handle, or of the sentence around it. */
function formsOf(handle: string): string[] {
  const hyphens = /-*$/.exec(handle)?.[0].length ?? 0
  return Array.from({ length: hyphens + 1 }, (_, cut) => handle.slice(0, handle.length - cut))
}

/**
 * Characters of scripts without cases do not count as part of a word here: Chinese and Japanese have no spaces between words, so a mention
 * may follow other text directly.
 */
const mention = /(?<![\w\p{Lu}\p{Ll}@.+/-])@([a-z0-9][a-z0-9-]{0,38})(?![\w\p{Lu}\p{Ll}@])/giu

/** `@handle` at a word start, outside code, with the hyphens behind it; each once, at most 50. */
export function handlesIn(text: string): string[] {
  const handles = new Set<string>()
  for (const match of withoutCode(text).matchAll(mention)) {
    handles.add((match[1] ?? '').toLowerCase())
    if (handles.size === most) break
  }
  return [...handles]
}

/** The text without fenced blocks and code spans of markdown. Linear in its length: regular expressions that pair backticks are not. */
function withoutCode(text: string): string {
  return text.includes('`') || text.includes('~~~') ? withoutSpans(withoutFences(text)) : text
}

function withoutFences(text: string): string {
  const kept: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === null) {
      if (mark !== '' && !(mark.startsWith('`') && line.trimStart().slice(mark.length).includes('`'))) fence = mark
      else kept.push(line)
    } else if (mark.startsWith(fence) && line.trim() === mark) fence = null
  }
  return kept.join('\n')
}

/** A run of backticks opens a span when a later run of the same length closes it. */
function withoutSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    length: match[0].length,
  }))
  const closers = nextOfSameLength(runs)
  let kept = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const closer = closers[at]
    const [open, close] = [runs[at], closer === undefined ? undefined : runs[closer]]
    if (!open || !close || closer === undefined) continue
    kept += `${text.slice(from, open.start)} `
    from = close.end
    at = closer
  }
  return kept + text.slice(from)
}

function nextOfSameLength(runs: readonly { length: number }[]): (number | undefined)[] {
  const next = new Map<number, number>()
  const closers = Array.from<number | undefined>({ length: runs.length })
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]?.length ?? 0
    closers[at] = next.get(length)
    next.set(length, at)
  }
  return closers
}
