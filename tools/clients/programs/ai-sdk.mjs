import { auth, createMCPClient } from '@ai-sdk/mcp'
import { startPerson } from './person.mjs'

/** Makes a card with the AI SDK: `ai-sdk.mjs URL LIST`. With TANDEM_TOKEN, or with the permission of a person. */
const [url, listId] = process.argv.slice(2)
const { TANDEM_TOKEN } = process.env
const person = await startPerson()
if (!TANDEM_TOKEN && (await auth(person.provider, { serverUrl: url })) === 'REDIRECT') {
  const answer = await person.answer()
  const given = { authorizationCode: answer.get('code'), callbackState: answer.get('state'), callbackIssuer: answer.get('iss') }
  await auth(person.provider, { serverUrl: url, ...given })
}
const access = TANDEM_TOKEN ? { headers: { authorization: `Bearer ${TANDEM_TOKEN}` } } : { authProvider: person.provider }
const client = await createMCPClient({ transport: { type: 'http', url, ...access } })
const tools = await client.tools()
const made = await tools.card_write.execute(
  { method: 'create', params: { listId, title: 'By the AI SDK' } },
  { toolCallId: '1', messages: [] },
)
process.stdout.write(`${JSON.stringify(made.structuredContent)}\n`)
await client.close()
person.end()
