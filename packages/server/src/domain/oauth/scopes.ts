import { grantOf, plainScopes, type Scope } from '@tandem/contract'

/** What OAuth can grant. Specification: decisions §2, reliability O2. */
const beyondOAuth: ReadonlySet<Scope> = new Set(['tokens:write', 'members:write'])

/** Whatever implies one of those, as `admin` does, is beyond it too. */
export const grantableScopes: readonly Scope[] = plainScopes.filter((scope) =>
  [...grantOf([scope]).scopes].every((each) => !beyondOAuth.has(each)),
)

/** What an agent works with: asked for when a client asks for nothing in particular, and named in the first challenge. */
export const workingScopes: readonly Scope[] = [
  ...(['boards:read', 'boards:write', 'cards:write', 'comments:write'] as const),
  ...(['sessions:read', 'sessions:write', 'notifications:read', 'notifications:write'] as const),
]

/** Those of a space-separated list that can be granted, in our order; `offline_access` and what we do not know grant nothing. */
export function grantableAmong(requested: string): Scope[] {
  const wanted = new Set(requested.split(' '))
  return grantableScopes.filter((scope) => wanted.has(scope))
}
