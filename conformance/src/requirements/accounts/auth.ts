import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §5 and decisions.md §2: accounts, passwords, the session cookie, bearer headers. */
export const auth = {
  'auth.register.created': {
    source: 'decisions §2',
    rule: 'POST /api/auth/register answers 201 with the actor and sets the session cookie.',
  },
  'auth.register.password-length': {
    source: 'decisions §2',
    rule: 'A password shorter than 8 or longer than 256 characters answers 400 validation.',
  },
  'auth.register.duplicate-email': {
    source: 'service §7',
    rule: 'Registering an address in use answers 409 duplicate_email and sets no cookie.',
  },
  'auth.register.open': { source: 'decisions §2', rule: 'With REGISTRATION=open anybody can register without an invitation.' },
  'auth.register.invite-needs-token': {
    source: 'decisions §2',
    rule: 'With REGISTRATION=invite a registration without a valid inviteToken is refused and one with it succeeds.',
  },
  'auth.register.closed': { source: 'decisions §2', rule: 'With REGISTRATION=closed every registration is refused.' },
  'auth.register.default-open': {
    source: 'decisions §2',
    rule: 'Without REGISTRATION set, registration is open as long as PUBLIC_URL is not https or no account exists.',
  },
  'auth.register.default-invite': {
    source: 'decisions §2',
    rule: 'Without REGISTRATION set, an https PUBLIC_URL makes registration by invitation only once an account exists.',
  },
  'auth.login.ok': {
    source: 'decisions §2',
    rule: 'POST /api/auth/login with the right password answers 200 with the actor and sets the session cookie.',
  },
  'auth.login.refused': {
    source: 'service §7',
    rule: 'POST /api/auth/login with a wrong password answers 401 invalid_credentials and sets no cookie.',
  },
  'auth.login.delay-per-address': {
    source: 'reliability C4',
    rule: 'From the fifth wrong password on, the account is delayed at that address: 1 s, doubling up to 15 minutes, with Retry-After.',
  },
  'auth.login.delay-spares-others': {
    source: 'reliability C4',
    rule: 'Wrong passwords from one address do not delay a sign-in to the account from another address.',
  },
  'auth.login.delay-per-account': {
    source: 'reliability C4',
    rule: 'From the 30th wrong password on, the account is delayed by up to a minute at all addresses from which it has not signed in for 30 days.',
  },
  'auth.login.delay-unknown-account': { source: 'reliability C4', rule: 'An account that does not exist is delayed like one that does.' },
  'auth.login.delay-signed-in': {
    source: 'reliability C4',
    rule: 'Delays of logins concern neither requests of people who are signed in nor their change of password.',
  },
  'auth.password.delay-per-session': {
    source: 'reliability C4',
    rule: 'Wrong current passwords at a change delay further changes by that web session, and nothing else.',
  },
  'auth.logout.ends-session': { source: 'decisions §2', rule: 'POST /api/auth/logout answers 204 and the cookie is worthless afterwards.' },
  'auth.password.change': {
    source: 'decisions §2',
    rule: 'POST /api/auth/password with the right currentPassword answers 204 and only the new password logs in.',
  },
  'auth.password.wrong-current': { source: 'decisions §2', rule: 'POST /api/auth/password with a wrong currentPassword changes nothing.' },
  'auth.password.ends-other-sessions': {
    source: 'decisions §2',
    rule: 'Changing the password ends all other sessions of the actor and keeps the present one.',
  },
  'auth.password.tokens-stay': {
    source: 'decisions §2',
    rule: 'A change or reset of the password without revokeTokens leaves tokens and OAuth grants working.',
  },
  'auth.password.revoke-tokens': {
    source: 'decisions §2',
    rule: 'With revokeTokens a change or reset of the password ends, in the same act, all tokens of the person and of their agents and all OAuth grants of the person, and no others.',
  },
  'auth.password.race': {
    source: 'decisions §2',
    rule: 'What a web session asks for while a change of the password ends it gives out no token: it is refused with 401.',
  },
  'auth.forgot.always-204': { source: 'decisions §2', rule: 'POST /api/auth/forgot answers 204 whether the address is known or not.' },
  'auth.forgot.mail': { source: 'decisions §2', rule: 'With SMTP_URL set, forgot sends a mail with a reset token to a known address.' },
  'auth.reset.sets-password': { source: 'decisions §2', rule: 'POST /api/auth/reset with a valid token sets the new password.' },
  'auth.reset.one-use': { source: 'decisions §2', rule: 'A reset token that was used once is refused the second time.' },
  'auth.reset.expires': { source: 'decisions §2', rule: 'A reset token older than 30 minutes is refused.' },
  'auth.cookie.attributes': { source: 'decisions §2', rule: 'The cookie is named kb_session and is HttpOnly, SameSite=Lax and Path=/.' },
  'auth.cookie.secure-over-https': {
    source: 'decisions §2',
    rule: 'The cookie carries Secure when the service is served over https and not otherwise.',
  },
  'auth.cookie.rolling-30-days': {
    source: 'decisions §2',
    rule: 'A session lasts 30 days from its last use: using it moves the end, leaving it unused ends it.',
  },
  'auth.cookie.revocable': { source: 'decisions §2', rule: 'A revoked session answers 401 unauthorized at its next request.' },
  'auth.cookie.stored-hashed': { source: 'decisions §2', rule: 'The database holds only a hash of the session cookie.' },
  'auth.csrf.foreign-origin': {
    source: 'decisions §2',
    rule: 'A mutation authenticated by cookie with a foreign Origin answers 403 forbidden and changes nothing.',
  },
  'auth.csrf.own-origin': { source: 'decisions §2', rule: 'A mutation authenticated by cookie with our own Origin is accepted.' },
  'auth.bearer.accepted': {
    source: 'service §5',
    rule: 'A request with Authorization: Bearer and a valid token acts as the actor of the token on REST and on MCP.',
  },
  'auth.bearer.no-fallback': {
    source: 'decisions §2',
    rule: 'A request with an invalid bearer and a valid cookie answers 401: the cookie does not help.',
  },
  'auth.required.everywhere': {
    source: 'service §4',
    rule: 'Every route outside the public list answers 401 unauthorized without credentials.',
  },
  'auth.public.openapi': { source: 'decisions §1', rule: '/openapi.json is served without credentials.' },
  'auth.public.account-routes': { source: 'decisions §1', rule: 'Register, login, forgot and reset work without credentials.' },
  'auth.public.invitation-lookup': { source: 'decisions §1', rule: 'An invitation can be looked up without credentials.' },
  'auth.public.health': { source: 'decisions §1', rule: 'The health routes answer without credentials.' },
  'auth.public.oauth': {
    source: 'decisions §1',
    rule: 'OAuth metadata, client registration, token and revocation routes answer without credentials.',
  },
  'auth.public.web-files': { source: 'decisions §1', rule: 'The files of the web application are served without credentials.' },
} as const satisfies RequirementTable
