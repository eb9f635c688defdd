import { queryOptions } from '@tanstack/react-query'

/** The MCP address that the service states in its resource metadata (RFC 9728). It may differ from the origin of this page. */
export const mcpUrlQuery = queryOptions({
  queryKey: ['mcp-url'],
  queryFn: async ({ signal }): Promise<string> => {
    const response = await fetch('/.well-known/oauth-protected-resource/mcp', { headers: { accept: 'application/json' }, signal })
    const document: unknown = response.ok ? await response.json() : null
    const hasResource = typeof document === 'object' && document !== null && 'resource' in document && typeof document.resource === 'string'
    return hasResource ? String(document.resource) : `${location.origin}/mcp`
  },
  staleTime: Number.POSITIVE_INFINITY,
})
