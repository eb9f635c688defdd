import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { startPerson } from './person.mjs'

/**
 * Makes a card with the client library of the protocol: `sdk.mjs URL LIST`. With TANDEM_TOKEN, or with the permission of a person, whom it
 * asks again when a call needs more than was permitted.
 */
const [url, listId] = process.argv.slice(2)
const { TANDEM_TOKEN, CLIENT_DOCUMENT, ERA = 'auto' } = process.env
const person = await startPerson(CLIENT_DOCUMENT)
const access = TANDEM_TOKEN ? { requestInit: { headers: { authorization: `Bearer ${TANDEM_TOKEN}` } } } : { authProvider: person.provider }

const { version, result } = await allowed(async (client) =>
  client.callTool({ name: 'card_write', arguments: { method: 'create', params: { listId, title: 'By the SDK' } } }),
)
process.stdout.write(`${JSON.stringify({ protocol: version, ...result.structuredContent })}\n`)
person.end()

async function allowed(act) {
  const way = new StreamableHTTPClientTransport(new URL(url), access)
  const client = new Client({ name: 'sdk', version: '1' }, ERA === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {})
  try {
    await client.connect(way)
    return { version: client.getNegotiatedProtocolVersion(), result: await act(client) }
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    await way.finishAuth(await person.answer())
    return allowed(act)
  } finally {
    await client.close()
  }
}
