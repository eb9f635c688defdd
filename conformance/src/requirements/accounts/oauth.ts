import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §5 and decisions.md §2: OAuth 2.1 for MCP clients. */
export const oauth = {
  'oauth.connect.no-preshared-token': {
    source: 'service §5',
    rule: 'An OAuth client reaches the MCP endpoint without a token handed to it beforehand.',
  },
  'oauth.metadata.authorization-server': { source: 'decisions §2', rule: 'The authorization server publishes RFC 8414 metadata.' },
  'oauth.metadata.protected-resource': {
    source: 'decisions §2',
    rule: 'The MCP endpoint publishes RFC 9728 protected-resource metadata that names the authorization server.',
  },
  'oauth.register.dynamic': { source: 'decisions §2', rule: 'A client can register itself dynamically and gets a client id.' },
  'oauth.register.client-id-document': {
    source: 'decisions §2',
    rule: 'With OAUTH_CIMD on, a client id that is the URL of a client-id metadata document is accepted.',
  },
  'oauth.register.cimd-off': { source: 'decisions §2', rule: 'With OAUTH_CIMD off, a URL client id is refused.' },
  'oauth.register.cimd-default': {
    source: 'decisions §2',
    rule: 'OAUTH_CIMD defaults to on with an https PUBLIC_URL and to off otherwise.',
  },
  'oauth.code.pkce-required': { source: 'decisions §2', rule: 'An authorization request without a PKCE challenge is refused.' },
  'oauth.code.s256-only': { source: 'decisions §2', rule: 'A PKCE challenge of method plain is refused.' },
  'oauth.code.wrong-verifier': { source: 'decisions §2', rule: 'Redeeming a code with a wrong verifier yields no token.' },
  'oauth.code.one-use': { source: 'decisions §2', rule: 'An authorization code can be redeemed once.' },
  'oauth.resource.indicator': {
    source: 'decisions §2',
    rule: 'A token is bound to the resource named in the request and refused for any other.',
  },
  'oauth.refresh.rotation': { source: 'decisions §2', rule: 'Refreshing yields a new refresh token and the former one stops working.' },
  'oauth.revoke.effective': { source: 'decisions §2', rule: 'A revoked OAuth token is refused from the next request on.' },
  'oauth.consent.cookie-only': { source: 'decisions §2', rule: 'The consent page takes a human cookie session and refuses any bearer.' },
  'oauth.consent.picks-agent': {
    source: 'decisions §2',
    rule: 'The human chooses which of the own agents acts, one made for this client being offered.',
  },
  'oauth.consent.agent-per-client': {
    source: 'decisions §2',
    rule: 'Consenting twice to one client with the made agent yields one agent per (human, client).',
  },
  'oauth.consent.picks-boards': { source: 'decisions §2', rule: 'The token is leashed to the boards chosen at consent.' },
  'oauth.consent.picks-scopes': { source: 'decisions §2', rule: 'The token carries only the scopes chosen at consent.' },
  'oauth.consent.never-powerful': {
    source: 'decisions §2',
    rule: 'Consent never grants tokens:write or members:write, even when the client asks for them.',
  },
  'oauth.access.mcp-only': { source: 'decisions §2', rule: 'An OAuth access token is accepted at /mcp.' },
  'oauth.access.not-rest': { source: 'decisions §2', rule: 'An OAuth access token answers 401 invalid_token at a REST route.' },
  'oauth.access.not-socket': { source: 'decisions §2', rule: 'An OAuth access token answers 401 invalid_token at /ws.' },
  'oauth.access.same-rules': {
    source: 'decisions §2',
    rule: 'At /mcp an OAuth access token obeys scopes, leash and role like a bearer token with those scopes.',
  },
} as const satisfies RequirementTable
