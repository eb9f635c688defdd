import type { AuthorRole, TextAuthor } from '@tandem/contract'
import type { CardRow } from '../db/tables/cards/cards.ts'
import type { Mutation } from '../kernel/mutation.ts'

/**
 * The role of the author of a text in this mutation. An integration writes its own texts or passes on texts from outside the board: only it
 * knows which, so `external` says so. Specification: beyond §7.
 */
export function authorRoleIn({ principal, role }: Pick<Mutation, 'principal' | 'role'>, external = false): AuthorRole {
  if (external) return 'external'
  return principal.integrationId === undefined ? role : 'integration'
}

/** The author of a card's description. The title has no author of its own, but a title from outside makes the whole card external. */
export function cardAuthorOf(
  {
    createdBy,
    describedBy,
    descriptionRole,
    titleExternal,
  }: Pick<CardRow, 'createdBy' | 'describedBy' | 'descriptionRole' | 'titleExternal'>,
  oldRole: AuthorRole = 'viewer',
): TextAuthor {
  return { actorId: describedBy ?? createdBy, role: titleExternal ? 'external' : (descriptionRole ?? oldRole) }
}

/** In an activity by the author of a text: told where the text is not the word of a member. */
export const authorToTell = (author: TextAuthor): { author?: TextAuthor } => (isMemberRole(author.role) ? {} : { author })

export const isMemberRole = (role: AuthorRole | null): boolean => role !== 'integration' && role !== 'external'

/** The author of a text that is written in this mutation. */
export const authorIn = (tx: Pick<Mutation, 'principal' | 'role'>, external?: boolean): TextAuthor => ({
  actorId: tx.principal.actorId,
  role: authorRoleIn(tx, external),
})

/** A row of a checklist item or a field value by this author. */
export const byAuthor = (author: TextAuthor) => ({ author, writtenBy: author.actorId, authorRole: author.role })

/**
 * The same of a copy: who copies it is its author, but a text of a plugin, or from outside, stays one. A role on the board is looked up
 * when it is read, since `author` may have another one.
 */
export function byCopier({ principal: { actorId } }: Pick<Mutation, 'principal'>, { role }: TextAuthor) {
  const authorRole = isMemberRole(role) ? null : role
  return { author: { actorId, role: authorRole ?? ('viewer' as const) }, writtenBy: actorId, authorRole }
}
