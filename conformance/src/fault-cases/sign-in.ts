import type { FaultCase } from './fault-case.ts'

/** Passwords, web sessions, OAuth, and limits of accounts. */
export const signIn: Record<string, FaultCase> = {
  F73: {
    rule: 'Web sessions: none is taken over, their ends hold, their cookies have their flags.',
    provedIn: ['packages/server/test/actors/login.test.ts', 'packages/server/test/actors/password.test.ts'],
  },
  F74: { rule: 'The token of a password letter works once, and in time.', provedIn: ['packages/server/test/actors/password.test.ts'] },
  F75: {
    rule: 'What another site sends with the cookie changes nothing.',
    provedIn: ['packages/server/test/actors/login.test.ts', 'packages/server/test/rest/requests/bad-credentials.test.ts'],
  },
  F76: {
    rule: 'A wrong password tells nothing of the account; guessing gets slower, and the right one works.',
    provedIn: [
      'packages/server/test/actors/login-delay.test.ts',
      'packages/server/test/actors/login.test.ts',
      'packages/server/test/actors/password-checks.test.ts',
    ],
  },
  F77: {
    rule: 'A made-up X-Forwarded-For buys no more tries.',
    provedIn: [
      'packages/server/test/actors/login.test.ts',
      'packages/server/test/rest/rate-limits.test.ts',
      'packages/server/test/rest/requests/unknown-credentials.test.ts',
    ],
  },
  F85: {
    rule: 'OAuth codes: PKCE, once, in time; a second use ends what the first gave.',
    provedIn: ['packages/server/test/oauth/flow.test.ts'],
  },
  F86: {
    rule: 'No bearer lets a program in; a token ends at its scopes, boards and resource.',
    provedIn: ['packages/server/test/oauth/refusals.test.ts'],
  },
  F87: { rule: 'The name of a program is text.', provedIn: ['packages/server/test/oauth/refusals.test.ts'] },
  F88: {
    rule: 'Nothing is sent to an address that was not registered; documents on private addresses are not fetched.',
    provedIn: ['packages/server/test/oauth/client-documents.test.ts', 'packages/server/test/oauth/refusals.test.ts'],
  },
  F102: {
    rule: 'Wrong passwords keep the owner of an account out neither at another address nor where they are signed in.',
    provedIn: ['packages/server/test/actors/login-delay.test.ts'],
  },
  F109: {
    rule: 'Accounts of an address, and boards, agents, tokens and files of a person are limited, also for simultaneous requests.',
    provedIn: ['packages/server/test/actors/quotas.test.ts'],
  },
  F110: {
    rule: 'With a new password tokens end when that is asked for, one that is being minted too.',
    provedIn: ['packages/server/test/actors/password-and-tokens.test.ts'],
  },
  F111: {
    rule: 'Guesses behind a proxy do not lock out callers with a valid credential, at OAuth neither.',
    provedIn: ['packages/server/test/oauth/refusals.test.ts', 'packages/server/test/rest/requests/unknown-credentials.test.ts'],
  },
  F126: {
    rule: 'A failed sign-in is in the audit log as failed, without what was typed.',
    provedIn: ['packages/server/test/actors/login.test.ts'],
  },
}
