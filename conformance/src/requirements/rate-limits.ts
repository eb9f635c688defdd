import type { RequirementTable } from '../requirement-table.ts'

/** Service.md §8 and decisions.md §5: buckets. */
export const rateLimits = {
  'rate-limit.token.bucket': {
    source: 'service §8',
    rule: 'Requests by bearer are counted per token id: another token of the same actor has its own bucket.',
  },
  'rate-limit.token.default': { source: 'decisions §5', rule: 'The bucket of a token holds 600 and refills 1200 a minute by default.' },
  'rate-limit.token.shared-with-mcp': { source: 'service §8', rule: 'Calls at /mcp and at REST with one token draw on one bucket.' },
  'rate-limit.session.bucket': { source: 'service §8', rule: 'Requests by cookie are counted per actor across all its sessions.' },
  'rate-limit.session.default': {
    source: 'decisions §5',
    rule: 'The bucket of a session actor holds 1200 and refills 3600 a minute by default.',
  },
  'rate-limit.auth.bucket': { source: 'service §8', rule: 'Login and register are counted together per client address.' },
  'rate-limit.auth.default': { source: 'decisions §5', rule: 'The login and register bucket holds 60 and refills 60 a minute by default.' },
  'rate-limit.exceeded.answer': { source: 'service §7, service §8', rule: 'A request beyond the bucket answers 429 rate_limited.' },
  'rate-limit.exceeded.retry-after': {
    source: 'service §7, service §8',
    rule: 'The 429 carries Retry-After, and a request after that time succeeds.',
  },
  'rate-limit.headers.present': { source: 'decisions §5', rule: 'Answers carry RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.' },
  'rate-limit.config.format': {
    source: 'decisions §5',
    rule: 'RATE_LIMIT_TOKEN, RATE_LIMIT_SESSION and RATE_LIMIT_AUTH are given as perMinute/burst.',
  },
  'rate-limit.config.off': { source: 'decisions §5', rule: 'The value 0 switches a limit off.' },
  'rate-limit.proxy.trusted': {
    source: 'service §8',
    rule: 'With TRUST_PROXY=true the address counted is the one that the proxy forwards.',
  },
  'rate-limit.proxy.untrusted': {
    source: 'service §8',
    rule: 'Without TRUST_PROXY a forged forwarding header does not change the address counted.',
  },
  'rate-limit.unknown.valid-let-in': {
    source: 'service §8',
    rule: 'However many unknown credentials came from an address, a valid bearer, cookie, ticket or invitation from there is let in.',
  },
  'rate-limit.unknown.stale-cookie': {
    source: 'service §8',
    rule: 'A request with an expired cookie still reaches public routes, sign-in included, even if its address has reached a limit.',
  },
  'rate-limit.oauth.flood': {
    source: 'service §8',
    rule: 'A flood at the token and revocation endpoints keeps no living OAuth token of the same address from being refreshed or revoked.',
  },
} as const satisfies RequirementTable
