import type { Caller } from './caller.ts'

/** The claims of an identity provider about the person who signed in there. */
export type Claims = {
  issuer: string
  subject: string
  /** The e-mail that the provider has verified; else null. */
  email: string | null
  name: string | null
  /** Null when the provider has no say in it. */
  isAdmin: boolean | null
}

/** Values from the browser of a person who has no account yet. */
export type Arrival = { inviteToken?: string | undefined; timezone?: string | undefined }

/** People who come by a provider's word. Refusals are thrown. Specification: decisions §2, reliability C4. */
export type Identities = {
  /** Answers the web session to start. */
  signIn(caller: Caller, claims: Claims, arrival: Arrival): Promise<{ secret: string; expiresAt: string }>
  /** Connects the account at the provider to that of the signed-in person, who can then sign in with it. */
  connect(caller: Caller, claims: Claims): Promise<void>
}
