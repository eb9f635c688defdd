import { catalogue, operationNames, workingScopes } from '@tandem/contract'
import { toolNames, tools } from '@tandem/contract/mcp'
import { instructions } from './instructions.ts'

/** Those that an agent without MCP needs to do a card. */
const needed = [
  'me.work',
  'board.list',
  'board.tree',
  'board.activity',
  'card.get',
  'card.update',
  'comment.create',
  'session.mine',
  'session.post',
  'session.events',
] as const satisfies readonly (typeof operationNames)[number][]

/** The guide for agents, of the instructions of MCP, the table of tools and the catalogue. */
export const agentGuide = (url: string, mcpUrl: string): string => `# Working here as an agent

## Get access

MCP is at \`${mcpUrl}\` (Streamable HTTP). A client with OAuth requests a token itself: a person decides in a browser which agent
it acts as and on which boards. Otherwise a person creates a token, at \`${url}/connect\` or with \`tandem token create\`, and you send it as
\`Authorization: Bearer kbt_…\`. Work needs the scopes ${workingScopes.map((scope) => `\`${scope}\``).join(', ')}; a token can have fewer.

## Work

${instructions}

## Tools

| tool | methods | |
|---|---|---|
${toolNames.map(rowOfTool).join('\n')}

## Without MCP

The same over HTTP, under \`${url}\`; all ${operationNames.length} operations are in \`${url}/openapi.json\`.

| request | |
|---|---|
${needed.map((name) => `| \`${catalogue[name].rest}\` | ${catalogue[name].summary} |`).join('\n')}

Mutations take \`clientMutationId\`, a fresh UUID for each: sent again, it returns the first result and applies nothing twice. Errors are
\`{"error": {"code", "message"}}\`; the message says what to do next. After a 429 or 503 wait as long as \`Retry-After\` says.
`

function rowOfTool(name: (typeof toolNames)[number]): string {
  const { description, methods } = tools[name]
  return `| \`${name}\` | ${Object.keys(methods).join(' ')} | ${description} |`
}
