import { catalogue, type OperationSpec, type Scope } from '@tandem/contract'
import { type Method, type PublishedTool, publishedTool, publishedTools, toolNames, tools } from '@tandem/contract/mcp'
import { holdsScope } from '../../../kernel/access.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'

/** Made once for each set of scopes. Tokens may name any of thousands of sets: beyond these the oldest is made again. */
const mostSets = 100
const made = new Map<string, PublishedTool[]>()

/**
 * The tools and methods that a token can use. A client of OAuth sees all of them: it can ask its person for the scope that one needs.
 */
export function visibleTools(principal: Pick<Principal, 'grant' | 'oauthClientId'>): PublishedTool[] {
  const { grant, oauthClientId } = principal
  if (grant === null || oauthClientId !== undefined) return publishedTools
  const key = [...grant.scopes].toSorted().join(' ')
  const known = made.get(key) ?? toolsFor(principal)
  made.delete(key)
  made.set(key, known)
  if (made.size > mostSets) for (const oldest of made.keys().take(1)) made.delete(oldest)
  return known
}

function toolsFor(principal: Pick<Principal, 'grant'>): PublishedTool[] {
  // To watch a card takes no scope for writing; a token that has none is there to read.
  const writes = [...(principal.grant?.scopes ?? [])].some((scope) => !scope.endsWith(':read'))
  return toolNames.flatMap((name) => {
    const tool = tools[name]
    if (!tool.reads && !writes) return []
    const methods = Object.entries<Method>(tool.methods).filter(([, method]) => {
      const scope = scopeOf(method)
      return scope === undefined || holdsScope(principal, scope)
    })
    return methods.length === 0 ? [] : [publishedTool(name, { ...tool, methods: Object.fromEntries(methods) })]
  })
}

export function scopeOf({ operation }: Method): Scope | undefined {
  const { access } = catalogue[operation] as OperationSpec
  return 'scope' in access ? access.scope : undefined
}
