import { refusals } from '@tandem/contract/examples'
import type { oas31 } from 'zod-openapi'

/**
 * Endpoints beside the operations of the catalogue, each served by a surface of its own: this document, metrics, the handshake of the live
 * socket, and OAuth, whose fields and answers are those of its RFCs.
 */
const text = { type: 'string' } as const
const object = (properties: Record<string, oas31.SchemaObject>, required: string[] = []): oas31.SchemaObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

const answer = (description: string, type: string, schema: oas31.SchemaObject): oas31.ResponseObject => ({
  description,
  content: { [type]: { schema } },
})

const envelope = { $ref: '#/components/schemas/ErrorEnvelope' }
const refusal = (code: keyof typeof refusals, description: string): oas31.ResponseObject => ({
  description,
  content: { 'application/json': { schema: envelope, example: { error: { code, ...refusals[code].error } } } },
})
const foreignHost = refusal('forbidden', 'Unknown host name in `Host`.')
const tooMany = refusal('rate_limited', 'Too many requests. Try again after the time in `Retry-After`.')

const oauthRefusal = answer(
  'In the form of RFC 6749 §5.2.',
  'application/json',
  object({ error: text, error_description: text }, ['error', 'error_description']),
)

const form = (fields: readonly string[], required: readonly string[]): oas31.RequestBodyObject => ({
  required: true,
  content: {
    'application/x-www-form-urlencoded': { schema: object(Object.fromEntries(fields.map((field) => [field, text])), [...required]) },
  },
})

const inQuery = (fields: readonly string[], required: readonly string[]): oas31.ParameterObject[] =>
  fields.map((name) => ({ name, in: 'query', required: required.includes(name), schema: text }))

const metadata = (operationId: string, summary: string, properties: readonly string[]): oas31.OperationObject => ({
  operationId,
  summary,
  tags: ['Tokens'],
  security: [],
  responses: {
    200: answer('The metadata.', 'application/json', object(Object.fromEntries(properties.map((name) => [name, {}])))),
    403: foreignHost,
  },
})
const resourceMetadata = (operationId: string): oas31.OperationObject =>
  metadata(operationId, 'Read where an MCP client gets its tokens (RFC 9728)', ['resource', 'authorization_servers', 'scopes_supported'])

const asked = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'scope', 'state', 'resource']
const neededToAsk = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method']
const handshake = (name: string, schema: oas31.SchemaObject): oas31.ParameterObject => ({ name, in: 'header', required: true, schema })

export const protocolPaths: Record<string, oas31.PathItemObject> = {
  '/openapi.json': {
    get: {
      operationId: 'service.document',
      summary: 'Read this document',
      tags: ['Instance'],
      security: [],
      responses: { 200: answer('The document.', 'application/json', object({})), 403: foreignHost },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics.read',
      summary: 'Read the metrics in the text format of Prometheus',
      tags: ['Instance'],
      description: 'Accepts the bearer token in METRICS_TOKEN, or the credential of an instance admin with the scope `admin`.',
      security: [{ session: [] }, { bearer: ['admin'] }],
      responses: {
        200: answer('The metrics.', 'text/plain', text),
        401: refusal('unauthorized', 'No credential, or an unknown one.'),
        403: refusal('forbidden', 'Not an instance admin, or an unknown host name in `Host`.'),
        429: tooMany,
      },
    },
  },
  '/ws': {
    get: {
      operationId: 'socket.open',
      summary: 'Open the live socket: a WebSocket handshake',
      tags: ['Live push'],
      description: 'The frames are described under *Live push*. Without an upgrade, the response is 400.',
      security: [{ session: [] }, { bearer: [] }, {}],
      parameters: [
        { name: 'ticket', in: 'query', schema: text, description: 'From `POST /api/ws-ticket`, instead of a cookie or a bearer token.' },
        handshake('Upgrade', { type: 'string', const: 'websocket' }),
        handshake('Connection', { type: 'string', const: 'Upgrade' }),
        handshake('Sec-WebSocket-Version', { type: 'string', const: '13' }),
        handshake('Sec-WebSocket-Key', text),
      ],
      responses: {
        101: { description: 'From here on the connection is a WebSocket (RFC 6455).' },
        400: refusal('validation', 'The request is not a WebSocket handshake.'),
        401: refusal('unauthorized', 'No credential, or one that is unknown or has ended.'),
        403: refusal('forbidden', 'A foreign `Origin`, or an unknown host name in `Host`.'),
        429: tooMany,
        503: refusal('unavailable', 'The service is shutting down, or too many sockets are open.'),
        default: refusal('internal', 'Something else went wrong.'),
      },
    },
  },
  '/oauth/authorize': {
    get: {
      operationId: 'oauth.authorize',
      summary: 'Ask the signed-in person whether to give an app access',
      tags: ['Tokens'],
      description: 'For browsers. Only code with PKCE S256; the response goes to `redirect_uri`.',
      security: [{ session: [] }, {}],
      parameters: inQuery(asked, neededToAsk),
      responses: {
        200: answer('The consent page, or a page to sign in first.', 'text/html', text),
        302: { description: 'To the web app, which asks, or back to the app with an error.' },
        400: answer('A page that says that the app or its redirect URI is unknown.', 'text/html', text),
      },
    },
    post: {
      operationId: 'oauth.consent',
      summary: 'Allow or deny the access',
      tags: ['Tokens'],
      security: [{ session: [] }],
      description: 'Sent by the consent page, with its CSRF token.',
      parameters: inQuery(asked, neededToAsk),
      requestBody: form(['decision', 'agent', 'csrf'], ['decision']),
      responses: {
        303: { description: 'Back to the app, with a code or an error.' },
        default: answer('The page again, with the problem.', 'text/html', text),
        '4XX': answer('A page with the problem.', 'text/html', text),
      },
    },
  },
  '/oauth/register': {
    post: {
      operationId: 'oauth.register',
      summary: 'Register a client (RFC 7591)',
      tags: ['Tokens'],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: object({ redirect_uris: { type: 'array', items: text }, client_name: text }, ['redirect_uris']),
          },
        },
      },
      responses: {
        201: answer('The client.', 'application/json', object({ client_id: text }, ['client_id'])),
        400: oauthRefusal,
        413: oauthRefusal,
        429: oauthRefusal,
      },
    },
  },
  '/oauth/token': {
    post: {
      operationId: 'oauth.token',
      summary: 'Exchange a code or a refresh token for tokens (RFC 6749)',
      tags: ['Tokens'],
      security: [],
      requestBody: form(
        ['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'scope', 'resource'],
        ['grant_type', 'client_id'],
      ),
      responses: {
        200: answer(
          'The tokens. They are valid only at `/mcp`.',
          'application/json',
          object({ access_token: text, token_type: text, expires_in: { type: 'integer' }, refresh_token: text, scope: text }, [
            'access_token',
            'token_type',
          ]),
        ),
        400: oauthRefusal,
        429: oauthRefusal,
      },
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'oauth.revoke',
      summary: 'Revoke a token (RFC 7009)',
      tags: ['Tokens'],
      security: [],
      requestBody: form(['token', 'client_id'], ['token']),
      responses: { 200: { description: 'The token was revoked, or was unknown.' }, 400: oauthRefusal, 429: oauthRefusal },
    },
  },
  '/.well-known/oauth-authorization-server': {
    get: metadata('oauth.metadata', 'Read the metadata of the authorization server (RFC 8414)', [
      'issuer',
      'authorization_endpoint',
      'token_endpoint',
      'registration_endpoint',
      'revocation_endpoint',
    ]),
  },
  '/.well-known/oauth-protected-resource': { get: resourceMetadata('oauth.resource') },
  '/.well-known/oauth-protected-resource/mcp': { get: resourceMetadata('oauth.resourceOfMcp') },
}
