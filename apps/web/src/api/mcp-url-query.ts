import { queryOptions } from '@tanstack/react-query'

/** Where agents find the tools: what the service says of itself (RFC 9728), which may be another address than this page's. */
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
