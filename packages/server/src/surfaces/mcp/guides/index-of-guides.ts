/** The start page for models, in the form of llmstxt.org. */
export const index = (url: string, mcpUrl: string): string => `# Tandem

> A work board for people and software agents: boards hold lists, lists hold cards. Cards are assigned to people and delegated to agents,
> which report, ask questions and finish in a session that people can follow.

- [For agents](${url}/agents.md): how to get access, the tools, how to work on a card
- [The API](${url}/openapi.json): every operation, as OpenAPI 3.1; [as a page](${url}/docs/api)
- MCP: ${mcpUrl} (Streamable HTTP; OAuth, or a bearer token)
- [OAuth server metadata](${url}/.well-known/oauth-authorization-server)
- [Health](${url}/health/ready): 200 while the service can serve
`
