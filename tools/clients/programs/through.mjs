import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** Makes a card as a client does that knows programs of its own machine alone: `through.mjs LIST PROGRAM ARGUMENT…`. */
const [listId, command, ...args] = process.argv.slice(2)
const client = new Client({ name: 'local', version: '1' })
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }), { timeout: 35_000 })
const made = await client.callTool({ name: 'card_write', arguments: { method: 'create', params: { listId, title: 'Through mcp-remote' } } })
process.stdout.write(`${JSON.stringify(made.structuredContent)}\n`)
await client.close()
