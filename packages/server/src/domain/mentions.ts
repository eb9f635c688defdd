import { type Reader, sql } from '../db/database.ts'

/** Members that a text mentions. Specification: service §6, decisions §2 and §3. */
export type MentionedMember = { actor_id: string; kind: 'human' | 'agent'; can_be_mentioned: boolean | null }

const most = 50

const membersByHandle = sql<MentionedMember>(`select m.actor_id, a.kind, a.can_be_mentioned
  from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.handle = any ($2::text[]) and a.deactivated_at is null order by array_position($2::text[], a.handle)`)

/** The members whom `text` mentions and `before` did not. */
export async function mentionedIn(tx: Reader & { board: { id: string } }, text: string, before = ''): Promise<MentionedMember[]> {
  const known = new Set(handlesIn(before))
  const handles = handlesIn(text).filter((handle) => !known.has(handle))
  return handles.length === 0 ? [] : tx.rows(membersByHandle, [tx.board.id, handles])
}

/** `@handle` at a word start, outside code; each once, at most 50. */
export function handlesIn(text: string): string[] {
  const handles = new Set<string>()
  for (const match of withoutCode(text).matchAll(/(?<![\w@.+/-])@([a-z0-9][a-z0-9-]{0,38})(?![\w@])/gi)) {
    handles.add((match[1] ?? '').toLowerCase().replace(/-+$/, ''))
    if (handles.size === most) break
  }
  return [...handles]
}

/** Blanks out fenced blocks and code spans of markdown. */
function withoutCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~')) return text
  return text
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm, ' ')
    .replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, ' ')
}
