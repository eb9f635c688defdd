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

/**
 * SQL: the role of an author of a text that was written before roles were kept with texts. An author who has left the board counts as a
 * viewer. `comment_faces` has the same.
 */
export const roleOfOldText = (boardId: string, actorId: string): string => `case
    when exists (select from integrations i where i.actor_id = ${actorId}) then 'integration'
    else coalesce((select m.role from effective_members m where m.board_id = ${boardId} and m.actor_id = ${actorId}), 'viewer')
  end`

/** A role on one board says nothing of another one, to which a text goes: it is looked up there. integration and external hold on every board. */
export const roleElsewhere = (column: string): string => `case when ${column} in ('integration', 'external') then ${column} end`
export const isMemberRole = (role: AuthorRole | null): boolean => role !== 'integration' && role !== 'external'
