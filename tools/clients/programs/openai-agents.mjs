import { MCPServerStreamableHttp } from '@openai/agents'

/** Makes a card with the agents' SDK of OpenAI: `openai-agents.mjs URL LIST`, with TANDEM_TOKEN. */
const [url, listId] = process.argv.slice(2)
const server = new MCPServerStreamableHttp({ url, requestInit: { headers: { authorization: `Bearer ${process.env.TANDEM_TOKEN}` } } })
await server.connect()
const tools = await server.listTools()
const made = await server.callTool('card_write', { method: 'create', params: { listId, title: 'By OpenAI Agents' } })
process.stdout.write(`${JSON.stringify({ tools: tools.map(({ name }) => name), made })}\n`)
await server.close()
