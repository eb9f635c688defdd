import { escapeHidden } from './hidden-text.ts'

/** The author of a text, as shown to agents: handle, kind and role come from the service, the name is the author's own choice. */
export type Author = { handle: string; kind: 'human' | 'agent' | 'unknown'; name?: string; role?: string }

type KnownMember = { actorId: string; handle: string; kind: 'human' | 'agent'; name: string; role: string }

/** Looks authors up among the members of a board. Actors who are not members, such as those who left, have only their id. */
export function createAuthors(members: readonly KnownMember[] = []): (actorId: string) => Author {
  const known = new Map(members.map((member) => [member.actorId, member]))
  return (actorId) => {
    const member = known.get(actorId)
    if (!member) return { handle: actorId, kind: 'unknown' }
    const { handle, kind, name, role } = member
    return { handle, kind, name, role }
  }
}

/** `"Ada Lovelace" (@ada, person, admin)`. The name is quoted and escaped like any other foreign text. */
export function authorLine({ handle, kind, name, role }: Author): string {
  if (kind === 'unknown') return `someone who is not a member of the board (${handle})`
  const parts = [`@${handle}`, kind === 'human' ? 'person' : 'agent', role].filter((part) => part !== undefined)
  return `${name === undefined ? '' : `${quotedLine(name, longestName)} `}(${parts.join(', ')})`
}

/** Maximum length of a name in UTF-16 code units: enough for a name, too short for instructions. */
const longestName = 80

/** A foreign text on one line, in double quotes that it cannot leave; at most so many characters of it. */
export function quotedLine(text: string, mostCharacters = Number.POSITIVE_INFINITY): string {
  const shown = escapeHidden(text)
  return JSON.stringify(shown.length > mostCharacters ? `${shown.slice(0, mostCharacters).toWellFormed()}…` : shown)
}

/** A foreign text in which every line begins with `> `: no line of it can pass for a heading, a rule or the end of the quote. */
export const quotedLines = (text: string): string => escapeHidden(text).replace(/^/gm, '> ')
