import { grantOf, plainScopes, type Scope } from '@tandem/contract'

/** The scopes that OAuth cannot grant. Specification: decisions §2, reliability O2. */
const beyondOAuth: ReadonlySet<Scope> = new Set(['tokens:write', 'members:write'])

/** A scope that implies one of those, such as `admin`, is excluded too. */
export const grantableScopes: readonly Scope[] = plainScopes.filter((scope) =>
  [...grantOf([scope]).scopes].every((each) => !beyondOAuth.has(each)),
)

/** The grantable scopes of a space-separated list, in our order; `offline_access` and unknown ones grant nothing. */
export function grantableAmong(requested: string): Scope[] {
  const wanted = new Set(requested.split(' '))
  return grantableScopes.filter((scope) => wanted.has(scope))
}
