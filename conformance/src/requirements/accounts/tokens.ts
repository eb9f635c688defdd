import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §4, §5 and decisions.md §2: bearer tokens. */
export const tokens = {
  'token.create.response': {
    source: 'service §4, decisions §2',
    rule: 'POST /api/tokens answers 201 with id, token, scopes, label, actorId and expiresAt.',
  },
  'token.create.by-cookie': { source: 'service §4, service §5', rule: 'A signed-in human can mint a token.' },
  'token.create.anonymous': {
    source: 'service §4, service §5',
    rule: 'POST /api/tokens without a session or a token that may mint answers 401.',
  },
  'token.create.without-tokens-write': {
    source: 'service §5, decisions §2',
    rule: 'POST /api/tokens with a bearer that lacks tokens:write answers 403 forbidden.',
  },
  'token.create.label-scopes-required': { source: 'service §4', rule: 'POST /api/tokens without label or scopes answers 400 validation.' },
  'token.create.unknown-scope': {
    source: 'service §2, decisions §2',
    rule: 'POST /api/tokens with a scope outside the vocabulary answers 400 validation.',
  },
  'token.create.for-own-agent': {
    source: 'decisions §2',
    rule: 'A token minted with actorId of an agent the caller owns acts as that agent.',
  },
  'token.create.for-foreign-actor': {
    source: 'decisions §2',
    rule: 'Minting with actorId of an actor whom the caller does not own is refused.',
  },
  'token.create.default-actor': { source: 'decisions §2', rule: 'A token minted without actorId acts as the caller.' },
  'token.plaintext.format': {
    source: 'service §2, decisions §2',
    rule: 'The plaintext is kbt_ followed by 40 base62 characters and 6 more which are their CRC32.',
  },
  'token.plaintext.malformed': {
    source: 'decisions §2',
    rule: 'A bearer with a wrong checksum or shape answers 401 invalid_token without a database look-up.',
  },
  'token.plaintext.once': {
    source: 'service §2, service §5',
    rule: 'The plaintext of a token appears in its creation answer and in no other answer.',
  },
  'token.plaintext.hashed': { source: 'service §2, service §5', rule: 'The database holds only the SHA-256 hash of a token.' },
  'token.expiry.refused-after': { source: 'service §5, service §7', rule: 'A token past its expiresAt answers 401 invalid_token.' },
  'token.expiry.optional': { source: 'service §2', rule: 'A token without expiresAt does not expire.' },
  'token.last-used.tracked': { source: 'service §2, service §5', rule: 'Using a token advances its last_used_at in the listing.' },
  'token.last-used.both-names': { source: 'decisions §2', rule: 'A listed token carries last_used_at and lastUsedAt with the same value.' },
  'token.list.own-and-agents': {
    source: 'decisions §2',
    rule: 'GET /api/tokens lists the tokens of the caller and of its agents and no others.',
  },
  'token.list.last-four': { source: 'decisions §2', rule: 'A listed token shows its last 4 characters and never the secret.' },
  'token.list.tree': {
    source: 'beyond §7',
    rule: 'A listed token says which listed token made it (parentId), and how many working tokens are revoked together with it (descendants).',
  },
  'token.revoke.answer': { source: 'service §4, decisions §2', rule: 'DELETE /api/tokens/:id answers 204.' },
  'token.revoke.effective': {
    source: 'service §5, service §7',
    rule: 'A revoked token answers 401 invalid_token from the next request on.',
  },
  'token.revoke.descendants': { source: 'decisions §2', rule: 'Revoking a token revokes every token minted with it.' },
  'token.child.scopes-subset': { source: 'service §5', rule: 'A token cannot mint a child with a scope it does not hold: 403.' },
  'token.child.no-tokens-write': { source: 'service §5', rule: 'A child minted by a token cannot carry tokens:write: 403.' },
  'token.child.equal-otherwise': { source: 'decisions §2', rule: 'A child that equals its parent in all but tokens:write is accepted.' },
  'token.child.leash-not-wider': { source: 'service §5', rule: 'A leashed token cannot mint a child leashed to a further board: 403.' },
  'token.child.leash-missing': { source: 'decisions §2', rule: 'A leashed token cannot mint a child without a leash: 403.' },
  'token.child.expiry-not-later': { source: 'service §5', rule: 'A child cannot expire later than its parent: 403.' },
  'token.child.expiry-missing': { source: 'decisions §2', rule: 'A parent with an expiry cannot mint a child without one: 403.' },
  'token.child.leashed-parent-own-actor': { source: 'decisions §2', rule: 'A leashed token may not mint for another actorId: 403.' },
} as const satisfies RequirementTable
