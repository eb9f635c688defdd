import { createServer } from 'node:http'

/** What a program needs for OAuth: a redirect address and storage. The reader of our output opens the addresses that it prints. */
export async function startPerson(clientMetadataUrl) {
  const kept = {}
  let answered = Promise.withResolvers()
  const server = createServer((request, response) => {
    response.end('Thank you.')
    answered.resolve(new URL(request.url, 'http://127.0.0.1').searchParams)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirectUrl = `http://127.0.0.1:${server.address().port}/callback`
  const provider = {
    redirectUrl,
    ...(clientMetadataUrl && { clientMetadataUrl }),
    clientMetadata: { redirect_uris: [redirectUrl], client_name: 'A program', token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    state: () => 'state of the program',
    saveState: () => {},
    storedState: () => 'state of the program',
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: (url) => {
      answered = Promise.withResolvers()
      process.stdout.write(`${url}\n`)
    },
  }
  return { provider, answer: () => answered.promise, end: () => server.close() }
}
