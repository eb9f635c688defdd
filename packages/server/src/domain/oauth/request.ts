import { type Scope, workingScopes } from '@tandem/contract'
import type { PublicRead } from '../../kernel/handlers.ts'
import { type AuthorizationParameters, type Client, OAuthRefusal, type OAuthWord, type Understood } from '../../kernel/oauth.ts'
import type { ClientDocuments } from './client-documents.ts'
import { findRegistered } from './clients.ts'
import { isRegistered, leadsToThisMachine } from './redirects.ts'
import { grantableAmong } from './scopes.ts'

/**
 * Validates an authorization request. Until the redirect URI is known to belong to the client, errors are thrown and shown to the person: a
 * redirect could send them anywhere. Specification: design/mcp.md §4, reliability O1.
 */
export async function understand(
  read: PublicRead,
  documents: ClientDocuments | null,
  parameters: AuthorizationParameters,
  resource: string,
): Promise<Understood> {
  const client = await clientOf(read, documents, parameters.client_id ?? '')
  const redirectUri = redirectOf(client, parameters.redirect_uri)
  const { state } = parameters
  const refusal = refusalOf(parameters, resource)
  if (refusal) return { refusal: new OAuthRefusal(...refusal, reasonOf(refusal[0])), redirectUri, state }
  const isLocal = leadsToThisMachine(redirectUri)
  const scopes = scopesIn(parameters.scope ?? '')
  return { request: { client, redirectUri, isLocal, state, codeChallenge: parameters.code_challenge ?? '', scopes, resource } }
}

const reasonOf = (word: OAuthWord) => (word === 'invalid_scope' ? 'consentScopesNone' : 'consentRequestUnfit')

async function clientOf(read: PublicRead, documents: ClientDocuments | null, id: string): Promise<Client> {
  if (id === '')
    throw new OAuthRefusal(
      'invalid_request',
      'The request has no client_id. Start again from the app that sent you here.',
      'consentRequestUnfit',
    )
  if (documents?.isFor(id)) return documents.read(id, read.principal?.actorId ?? '')
  const client = await findRegistered(read, id, read.now)
  // A document that was written down while such clients were taken counts no more.
  if (client && !id.startsWith('https://')) return client
  throw new OAuthRefusal(
    'invalid_client',
    'No app is registered under this client_id. Registrations that no one approves are deleted. Have the app connect again.',
    'consentAppUnknown',
  )
}

function redirectOf(client: Client, asked: string | undefined): string {
  const [only, ...more] = client.redirectUris
  const uri = asked ?? (more.length === 0 ? only : undefined)
  if (uri !== undefined && isRegistered(client.redirectUris, uri)) return uri
  throw new OAuthRefusal(
    'invalid_request',
    'The app asks to send you to an address that is not registered for it. Nothing was sent there.',
    'consentAddressUnknown',
  )
}

const challengePattern = /^[A-Za-z0-9_-]{43}$/
const longestState = 4_096

function refusalOf(parameters: AuthorizationParameters, resource: string): [OAuthWord, string] | null {
  if (parameters.response_type !== 'code') return ['unsupported_response_type', 'response_type must be code.']
  if (parameters.code_challenge === undefined || parameters.code_challenge_method !== 'S256')
    return ['invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.']
  if (!challengePattern.test(parameters.code_challenge)) return ['invalid_request', 'code_challenge must be 43 characters of base64url.']
  if ((parameters.state?.length ?? 0) > longestState) return ['invalid_request', `state must have at most ${longestState} characters.`]
  if (parameters.resource !== undefined && !isSame(parameters.resource, resource))
    return ['invalid_target', `The only resource here is ${resource}.`]
  if (scopesIn(parameters.scope ?? '').length === 0)
    return ['invalid_scope', 'None of these scopes can be granted. See scopes_supported in the metadata.']
  return null
}

function scopesIn(asked: string): readonly Scope[] {
  const names = asked.split(' ').filter((name) => name !== '' && name !== 'offline_access')
  return names.length === 0 ? workingScopes : grantableAmong(asked)
}

/** Clients write an address in its normal form. */
export function isSame(asked: string, resource: string): boolean {
  return URL.canParse(asked) && new URL(asked).href === new URL(resource).href
}
