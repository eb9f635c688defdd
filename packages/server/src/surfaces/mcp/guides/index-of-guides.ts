/** The start page for models, in the form of llmstxt.org. */
export const index = (url: string, mcpUrl: string): string => `# Tandem

> A work board on which people and software agents are colleagues: boards hold lists, lists hold cards. People are assigned to cards,
> agents are delegated cards, and report, ask and finish in a session that people can follow.

- [For agents](${url}/agents.md): how to be let in, what the tools are, how to work on a card
- [The API](${url}/openapi.json): every operation, as OpenAPI 3.1; [the same to read](${url}/docs/api)
- MCP: ${mcpUrl} (Streamable HTTP; OAuth, or a bearer token)
- [Who may let programs in](${url}/.well-known/oauth-authorization-server): the metadata of OAuth
- [Health](${url}/health/ready): 200 while the service can serve
`
