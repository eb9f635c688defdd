import type { Caller } from './execute.ts'

/** What a provider says of the person who signed in there. */
export type Claims = {
  issuer: string
  subject: string
  /** Only one that the provider vouches for. */
  email: string | null
  name: string | null
  /** Null when the provider has no say in it. */
  isAdmin: boolean | null
}

/** People who come by a provider's word. Refusals are thrown. Specification: decisions §2, reliability C4. */
export type Identities = {
  /** Answers the web session to start. */
  signIn(caller: Caller, claims: Claims, inviteToken: string | undefined): Promise<{ secret: string; expiresAt: string }>
  /** Only for a person who is signed in: from then on that account elsewhere signs in to this one. */
  connect(caller: Caller, claims: Claims): Promise<void>
}
