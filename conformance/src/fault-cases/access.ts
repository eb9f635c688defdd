import type { FaultCase } from './fault-case.ts'

/** Which caller may read and change what: roles, scopes, tokens, and ids of other boards. */
export const access: Record<string, FaultCase> = {
  F56: {
    rule: 'Each operation with each kind of caller: what is not declared is refused.',
    provedIn: ['packages/server/test/access/matrix.test.ts'],
  },
  F58: { rule: 'A token mints only what is weaker than itself.', provedIn: ['packages/server/test/tokens/mint.test.ts'] },
  F59: { rule: 'A leash holds on every way to a board.', provedIn: ['packages/server/test/access/unreadable-boards.test.ts'] },
  F60: {
    rule: 'The id of something on another board is not found below the path of this one.',
    provedIn: [
      'conformance/test/accounts/foreign-ids.test.ts',
      'packages/server/test/attachments/upload.test.ts',
      'packages/server/test/webhooks/subscriptions.test.ts',
    ],
  },
  F61: { rule: 'A card goes to no board that the caller may not write.', provedIn: ['packages/server/test/cards/across.test.ts'] },
  F62: { rule: 'One foreign id in a body refuses all of it.', provedIn: ['conformance/test/accounts/foreign-ids.test.ts'] },
  F63: {
    rule: 'What a caller may not set stays as it is.',
    provedIn: [
      'conformance/test/service/forged-fields.heavy.test.ts',
      'packages/server/test/actors/profile.test.ts',
      'packages/server/test/actors/register.test.ts',
      'packages/server/test/rest/requests/bad-bodies.test.ts',
    ],
  },
  F64: {
    rule: 'A revoked or expired token ends everywhere within a second.',
    provedIn: [
      'packages/server/test/instances/three-instances.heavy.test.ts',
      'packages/server/test/socket/access.test.ts',
      'packages/server/test/tokens/mint.test.ts',
      'packages/server/test/tokens/revoke.test.ts',
    ],
  },
  F65: {
    rule: 'Who is removed from a board has no more of it, on any way.',
    provedIn: [
      'packages/server/test/members/members.test.ts',
      'packages/server/test/socket/access.test.ts',
      'packages/server/test/webhooks/removal.test.ts',
    ],
  },
  F66: {
    rule: 'Deactivating a person ends their tokens and those of their agents.',
    provedIn: ['packages/server/test/actors/admin.test.ts', 'packages/server/test/socket/access.test.ts'],
  },
  F67: {
    rule: 'Nothing is told of a board that the caller cannot read.',
    provedIn: [
      'packages/server/test/access/unreadable-boards.test.ts',
      'packages/server/test/cards/activity.test.ts',
      'packages/server/test/search/filters.test.ts',
    ],
  },
  F68: {
    rule: 'A bad bearer is invalid_token, never an error of ours.',
    provedIn: ['packages/server/test/rest/requests/bad-credentials.test.ts', 'packages/server/test/tokens/revoke.test.ts'],
  },
  F69: {
    rule: 'One credential never stands in for another, and no token counts in a URL.',
    provedIn: ['packages/server/test/rest/requests/bad-credentials.test.ts', 'packages/server/test/tokens/revoke.test.ts'],
  },
  F119: {
    rule: 'What is wrong with a request is told to those alone who may send it.',
    provedIn: ['packages/server/test/access/matrix.test.ts'],
  },
}
