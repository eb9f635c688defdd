import type { TandemError } from './errors.ts'
import { refusal } from './refusals.ts'
import { grantOf, type TokenTerms } from './scopes.ts'

/** The reason why `child` is not strictly weaker than `parent`; null if the parent may create it. */
export function mintRefusal(parent: TokenTerms, child: TokenTerms): TandemError | null {
  const [has, wants] = [grantOf(parent.scopes), grantOf(child.scopes)]
  if (!has.scopes.has('tokens:write')) return refusal('mintNoTokens')
  if (wants.scopes.has('tokens:write')) return refusal('mintPassesOn')
  const extra = [...wants.scopes].find((scope) => !has.scopes.has(scope))
  if (extra) return refusal('mintBeyondScopes', { scope: extra })
  if (has.leash && !wants.leash) return refusal('mintUnleashed')
  const outside = [...(wants.leash ?? [])].find((board) => has.leash && !has.leash.has(board))
  if (outside) return refusal('mintBeyondLeash', { boardId: outside })
  if (parent.expiresAt && !expiresInTime(child.expiresAt, parent.expiresAt)) return refusal('mintOutlives', { expiresAt: parent.expiresAt })
  return null
}

/** Compares instants, not strings: `+010000-01-01T…` sorts before every year of four digits. */
function expiresInTime(childExpiresAt: string | null, parentExpiresAt: string): boolean {
  return childExpiresAt !== null && Date.parse(childExpiresAt) <= Date.parse(parentExpiresAt)
}
