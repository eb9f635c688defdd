import { workingScopes } from '@tandem/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { AuthorizationServer } from '../../kernel/oauth.ts'
import { type Arrival, issuerUrl, mcpUrl } from '../http/addresses.ts'
import { allowAnyOrigin } from './cors.ts'

/** Metadata for the discovery of the authorization server: RFC 8414 and RFC 9728. */
export function mountServerMetadata(app: FastifyInstance, { config, oauth }: { config: Config; oauth: AuthorizationServer }): void {
  app.register(async (scope) => {
    allowAnyOrigin(scope, 'GET', ['/.well-known/oauth-authorization-server'])
    scope.get('/.well-known/oauth-authorization-server', async (request) => serverMetadata(issuerUrl(config, request), oauth))
  })
}

/** On the origin of the endpoint that it describes: beside it, and at the root for those who look there first. */
export function mountResourceMetadata(app: FastifyInstance, config: Config): void {
  const urls = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']
  app.register(async (scope) => {
    allowAnyOrigin(scope, 'GET', urls)
    for (const url of urls) scope.get(url, async (request) => resourceMetadata(config, request))
  })
}

function serverMetadata(issuer: string, { scopes, takesDocuments }: AuthorizationServer) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: [...scopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: takesDocuments,
  }
}

function resourceMetadata(config: Config, arrival: Arrival) {
  return {
    resource: mcpUrl(config, arrival),
    authorization_servers: [issuerUrl(config, arrival)],
    // Claude Code requests these scopes without having seen a challenge, and could not work with fewer.
    scopes_supported: workingScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Tandem',
  }
}
