import { catalogue, type OperationSpec, type Scope } from '@tandem/contract'
import { type Method, type PublishedTool, publishedTools, type ToolName, tools } from '@tandem/contract/mcp'
import type { Principal } from '../../../kernel/principal.ts'

/**
 * The tools that a token can use any method of. A client of OAuth sees all of them: it can ask its person for the scope that one needs.
 */
export function visibleTools(principal: Principal): PublishedTool[] {
  const { grant, oauthClientId } = principal
  if (grant === null || oauthClientId !== undefined) return publishedTools
  return publishedTools.filter(({ name }) =>
    Object.values<Method>(tools[name as ToolName].methods).some((method) => {
      const scope = scopeOf(method)
      return scope === undefined || grant.scopes.has(scope)
    }),
  )
}

export function scopeOf({ operation }: Method): Scope | undefined {
  const { access } = catalogue[operation] as OperationSpec
  return 'scope' in access ? access.scope : undefined
}
