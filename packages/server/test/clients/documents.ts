import { createRequire } from 'node:module'
import type * as Tls from 'node:tls'
import { type HttpsHost, startHttpsHost } from '../kit/servers/https-host.ts'

/** The module object that undici calls too, so that a replaced function takes effect there. */
const tls: { connect: (options: Tls.ConnectionOptions, then?: () => void) => Tls.TLSSocket } = createRequire(import.meta.url)('node:tls')

/** The host of documents that describe clients. It is called at port 443, on which an ordinary user may not listen. */
export async function startDocuments(name: string): Promise<HttpsHost> {
  const host = await startHttpsHost(name, (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const redirect_uris = ['http://localhost/callback', 'http://127.0.0.1/callback']
    response.end(JSON.stringify({ client_id: `https://${name}${request.url}`, client_name: 'By document', redirect_uris, ...noSecret }))
  })
  const { connect } = tls
  const port = Number(new URL(host.origin).port)
  tls.connect = (options, then) => connect(options.servername === name ? { ...options, port } : options, then)
  return {
    ...host,
    stop() {
      tls.connect = connect
      host.stop()
    },
  }
}

const noSecret = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' }
