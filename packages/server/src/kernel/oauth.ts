import { type ReasonForPeople, type Role, type Scope, TandemError } from '@tandem/contract'
import type { Caller } from './caller.ts'

/** The error codes of RFC 6749, 7591 and 8707. */
export type OAuthWord =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/**
 * A refusal that a program reads by its word, as the protocol has it. Those that the consent page shows have a `reason` for translation; the
 * message is more exact.
 */
export class OAuthRefusal extends TandemError {
  readonly word: OAuthWord

  constructor(word: OAuthWord, message: string, reason?: ReasonForPeople) {
    super(word === 'invalid_client' ? 'invalid_credentials' : 'validation', message, { reason })
    this.name = 'OAuthRefusal'
    this.word = word
  }
}

/** An OAuth client. */
export type Client = { id: string; name: string; redirectUris: readonly string[] }

/** The parameters of an authorization request, unchecked. */
export type AuthorizationParameters = Partial<
  Record<
    'client_id' | 'redirect_uri' | 'response_type' | 'code_challenge' | 'code_challenge_method' | 'scope' | 'state' | 'resource',
    string
  >
>

/** A request that may be put to a person. */
export type AuthorizationRequest = {
  client: Client
  redirectUri: string
  /** The redirect leads to a program on the person's own machine. */
  isLocal: boolean
  state: string | undefined
  codeChallenge: string
  /** The requested scopes that can be granted. */
  scopes: readonly Scope[]
  resource: string
}

/** With a refusal the browser goes back to the program, which is known to belong to `redirectUri`. */
export type Understood = { request: AuthorizationRequest } | { refusal: OAuthRefusal; redirectUri: string; state: string | undefined }

export type OfferedAgent = { id: string; name: string; handle: string }
export type OfferedBoard = {
  id: string
  name: string
  /** The role of the person. */
  role: Role
  /** Agents of the person that are on the board. */
  agentIds: readonly string[]
  /** The admins to ask when the person may not add an agent to the board. */
  adminNames: readonly string[]
}
export type Offer = {
  personName: string
  /** The agent that was made for this program before. */
  made: OfferedAgent | null
  agents: readonly OfferedAgent[]
  boards: readonly OfferedBoard[]
}

export type Choice = {
  /** An agent of the person's; null = the one that is made for this program, once. */
  agentActorId: string | null
  /** Null = every board on which the agent is, now or later, and the person too. */
  boardIds: readonly string[] | null
  scopes: readonly string[]
}

export type Exchange = { code: string; clientId: string; verifier: string; redirectUri: string | undefined; resource: string | undefined }
export type Refresh = { refreshToken: string; clientId: string; scope: string | undefined; resource: string | undefined }
export type Revocation = { token: string; clientId: string | undefined }
export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number; scopes: readonly string[] }

/**
 * Lets programs in that people allow. Refusals are thrown: an OAuthRefusal where the program is to be told, else what every operation
 * throws. Specification: decisions §2, design/mcp.md §4, reliability O1 and O2.
 */
export type AuthorizationServer = {
  /** All scopes that can be granted. */
  readonly scopes: readonly Scope[]
  /** Whether clients that a document describes are accepted too. */
  readonly takesDocuments: boolean
  /** Whether a document has to be fetched to find out who the client is. */
  needsDocument(parameters: AuthorizationParameters): boolean
  understand(caller: Caller, parameters: AuthorizationParameters, resource: string): Promise<Understood>
  /** Needs a signed-in person, like `letIn`. */
  offer(caller: Caller, request: AuthorizationRequest): Promise<Offer>
  /** Grants the access. Answers the authorization code. */
  letIn(caller: Caller, request: AuthorizationRequest, choice: Choice): Promise<string>
  register(caller: Caller, asked: { name: string; redirectUris: readonly string[] }): Promise<Client>
  exchange(caller: Caller, sent: Exchange): Promise<Tokens>
  refresh(caller: Caller, sent: Refresh): Promise<Tokens>
  revoke(caller: Caller, sent: Revocation): Promise<null>
}
