import type { RequirementTable } from '../../requirement-table.ts'

/** Signing in by a provider of OpenID Connect, and the browsers in which a person is signed in (docs/sign-in.md). */
export const signIn = {
  'auth.providers.listed': {
    source: 'beyond the specification',
    rule: 'GET /api/auth/providers tells without a credential whether passwords are taken, the id and name of each provider, whether the first account is missing, and nothing else.',
  },
  'auth.first-account.told': {
    source: 'beyond the specification',
    rule: 'firstAccount of GET /api/auth/providers is true while there is no account and registration is not closed.',
  },
  'auth.local-login.off': {
    source: 'beyond the specification',
    rule: 'With LOCAL_LOGIN=false login, registration, forgotten and reset passwords answer 403.',
  },
  'auth.oidc.account': {
    source: 'beyond the specification',
    rule: 'The first sign-in at a provider makes an account; later ones of the same subject open it, also after its e-mail has changed.',
  },
  'auth.oidc.known-email': {
    source: 'beyond the specification',
    rule: 'An e-mail that has an account opens it only after its owner, signed in, has connected the provider.',
  },
  'auth.oidc.unverified-email': {
    source: 'beyond the specification',
    rule: 'An e-mail that the provider has not verified opens no account and finds no invitation.',
  },
  'auth.oidc.registration': {
    source: 'beyond the specification',
    rule: 'With REGISTRATION=invite a provider lets in only those who were invited, and they join the board of their invitation.',
  },
  'auth.oidc.deactivated': { source: 'beyond the specification', rule: 'A deactivated account cannot sign in by a provider.' },
  'auth.oidc.forged': {
    source: 'beyond the specification',
    rule: 'An answer with a wrong nonce, audience, issuer, time, state or signature is refused, and no session opens.',
  },
  'auth.oidc.once': {
    source: 'beyond the specification',
    rule: 'An answer of a provider counts once, within ten minutes, in the browser that asked.',
  },
  'auth.oidc.same-site': { source: 'beyond the specification', rule: 'A sign-in never redirects to another site.' },
  'auth.oidc.provider-away': {
    source: 'beyond the specification',
    rule: 'A provider that cannot be reached is told apart from one that refuses the sign-in.',
  },
  'auth.oidc.private-issuer': {
    source: 'beyond the specification',
    rule: 'An issuer on a private address is called only when the operator allows it.',
  },
  'auth.oidc.admin-claim': {
    source: 'beyond the specification',
    rule: 'The role of instance admin comes and goes with the configured claim, but the last instance admin keeps it.',
  },
  'auth.oidc.allowed-domains': {
    source: 'beyond the specification',
    rule: 'With allowedDomains only verified e-mails of these domains can sign in.',
  },
  'auth.identity.list': {
    source: 'beyond the specification',
    rule: 'GET /api/me/identities lists the accounts at providers that sign the caller in, with provider and e-mail.',
  },
  'auth.identity.connect': {
    source: 'beyond the specification',
    rule: 'Connecting begins on our own origin by the person who is signed in, ends as the same person, and takes no account of somebody else.',
  },
  'auth.identity.disconnect': {
    source: 'beyond the specification',
    rule: 'DELETE /api/me/identities/:id disconnects an account of the caller; the last way to sign in stays with 409, one of somebody else answers 404.',
  },
  'auth.web-session.list': {
    source: 'beyond the specification',
    rule: 'GET /api/me/web-sessions lists the living web sessions of the person with device and last use, the latest first, and marks the present one.',
  },
  'auth.web-session.end': {
    source: 'beyond the specification',
    rule: 'DELETE /api/me/web-sessions/:id signs that browser out at once, no other one, and leaves a row in the audit log.',
  },
  'auth.web-session.end-others': {
    source: 'beyond the specification',
    rule: 'DELETE /api/me/web-sessions signs out every browser of the person but the present one.',
  },
  'auth.web-session.own-only': {
    source: 'beyond the specification',
    rule: 'Web sessions are listed and ended by their person with a cookie; another person gets 404 and a token 403.',
  },
} as const satisfies RequirementTable
