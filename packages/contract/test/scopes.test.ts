import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mintRefusal } from '../src/mint.ts'
import { type Grant, grantOf, isScopeString, plainScopes, type TokenTerms } from '../src/scopes.ts'

const boards = [1, 2, 3].map((digit) => `019f0000-0000-7000-8000-00000000000${digit}`)
const leash = fc.constantFrom(...boards.map((board) => `board:${board}`))
const plain = fc.constantFrom(...plainScopes)
const scopes = fc.array(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: leash }), { maxLength: 8 })
const expiry = fc.constantFrom(null, '2026-11-21T09:30:00.000Z', '2026-12-21T09:30:00.000Z', '2027-01-01T00:00:00.000Z')
const terms: fc.Arbitrary<TokenTerms> = fc.record({ scopes, expiresAt: expiry })
const minter = terms.map((parent) => ({ ...parent, scopes: [...parent.scopes, 'tokens:write'] }))
/** Derived from the parent, so that about as many are granted as refused. */
const family = minter
  .chain((parent) =>
    fc.record({
      parent: fc.constant(parent),
      child: fc.record({
        scopes: fc.tuple(
          fc.subarray(parent.scopes.filter((scope) => scope !== 'tokens:write')),
          fc.array(fc.oneof(plain, leash), { maxLength: 1 }),
        ),
        expiresAt: fc.oneof(fc.constant(parent.expiresAt), expiry),
      }),
    }),
  )
  .map(({ parent, child }) => ({ parent, child: { ...child, scopes: child.scopes.flat() } }))

function written(grant: Grant): string[] {
  return [...grant.scopes, ...[...(grant.leash ?? [])].map((board) => `board:${board}`)]
}

function leashWithin(inner: Grant['leash'], outer: Grant['leash']): boolean {
  return outer === null || inner?.isSubsetOf(outer) === true
}

describe('the closure of scopes', () => {
  test('holds what is given and is its own closure', () => {
    fc.assert(
      fc.property(scopes, (given) => {
        const grant = grantOf(given)
        expect(written(grant)).toEqual(expect.arrayContaining(given))
        expect(grantOf(written(grant))).toEqual(grant)
      }),
    )
  })

  test('only grows with more scopes, and does not depend on their order', () => {
    fc.assert(
      fc.property(scopes, fc.array(plain), (given, more) => {
        expect(grantOf(given).scopes.isSubsetOf(grantOf([...given, ...more]).scopes)).toBe(true)
        expect(grantOf([...more, ...given])).toEqual(grantOf([...given, ...more]))
      }),
    )
  })

  test('is the union of what each scope implies', () => {
    fc.assert(
      fc.property(fc.array(plain), (given) => {
        const single = given.flatMap((scope) => [...grantOf([scope]).scopes])
        expect(grantOf(given).scopes).toEqual(new Set(single))
      }),
    )
  })

  test('of admin is everything but sessions, notifications and minting', () => {
    const outside = ['tokens:write', 'notifications:read', 'notifications:write', 'sessions:read', 'sessions:write']
    expect(grantOf(['admin']).scopes).toEqual(new Set(plainScopes.filter((scope) => !outside.includes(scope))))
  })

  test.each([
    ['boards:write', 'boards:read'],
    ['cards:write', 'boards:read'],
    ['comments:write', 'boards:read'],
    ['members:write', 'boards:read'],
    ['webhooks:write', 'boards:read'],
    ['integrations:write', 'boards:read'],
    ['notifications:write', 'notifications:read'],
    ['sessions:write', 'sessions:read'],
  ] as const)('%s implies %s and no more', (scope, lesser) => {
    expect(grantOf([scope]).scopes).toEqual(new Set([scope, lesser]))
  })

  test.each(['boards:read', 'agents:write', 'tokens:write', 'notifications:read', 'sessions:read'] as const)(
    '%s implies nothing',
    (scope) => {
      expect(grantOf([scope]).scopes).toEqual(new Set([scope]))
    },
  )

  test('has no leash without a board scope, and the union of the boards with several', () => {
    expect(grantOf(['cards:write']).leash).toBeNull()
    expect(grantOf(boards.map((board) => `board:${board}`)).leash).toEqual(new Set(boards))
  })

  test('of an unknown scope is empty, and a leash to no board id leashes to no board', () => {
    expect(grantOf(['cards:everything', 'constructor'])).toEqual({ scopes: new Set(), leash: null })
    expect(grantOf(['cards:write', 'board:', 'board:*']).leash).toEqual(new Set())
    expect(['board:', 'board:*', 'cards:everything', 'constructor', `board:${boards[0]} `].some(isScopeString)).toBe(false)
  })
})

describe('minting', () => {
  test('gives a child that holds less, is limited to boards at least as tightly, ends no later and cannot mint', () => {
    let granted = 0
    fc.assert(
      fc.property(fc.oneof(family, fc.record({ parent: terms, child: terms })), ({ parent, child }) => {
        if (mintRefusal(parent, child) !== null) return
        granted++
        const [has, gets] = [grantOf(parent.scopes), grantOf(child.scopes)]
        expect(gets.scopes.isSubsetOf(has.scopes)).toBe(true)
        expect(leashWithin(gets.leash, has.leash)).toBe(true)
        expect(gets.scopes.has('tokens:write')).toBe(false)
        if (parent.expiresAt !== null) expect(Date.parse(child.expiresAt ?? '9999-12-31')).toBeLessThanOrEqual(Date.parse(parent.expiresAt))
      }),
      { numRuns: 1_000 },
    )
    expect(granted).toBeGreaterThan(100)
  })

  test('is refused for a reason only: what is weaker in every way is granted', () => {
    fc.assert(
      fc.property(family, ({ parent, child }) => {
        const [has, gets] = [grantOf(parent.scopes), grantOf(child.scopes)]
        const inTime = parent.expiresAt === null || (child.expiresAt !== null && child.expiresAt <= parent.expiresAt)
        const weaker =
          gets.scopes.isSubsetOf(has.scopes) && !gets.scopes.has('tokens:write') && leashWithin(gets.leash, has.leash) && inTime
        expect(mintRefusal(parent, child) === null).toBe(weaker)
      }),
      { numRuns: 1_000 },
    )
  })

  test('goes one way: never both from parent to child and from child to parent, nor on from the child', () => {
    fc.assert(
      fc.property(family, terms, ({ parent, child }, grandchild) => {
        if (mintRefusal(parent, child) !== null) return
        expect(mintRefusal(child, parent)).not.toBeNull()
        expect(mintRefusal(child, grandchild)).not.toBeNull()
      }),
    )
  })

  test('of an equal token without tokens:write is granted', () => {
    fc.assert(
      fc.property(minter, (parent) => {
        expect(mintRefusal(parent, { ...parent, scopes: parent.scopes.filter((scope) => scope !== 'tokens:write') })).toBeNull()
      }),
    )
  })

  test.each([
    ['without tokens:write', { scopes: ['admin'] }, { scopes: ['boards:read'] }, /lacks tokens:write/],
    ['of tokens:write', { scopes: ['tokens:write'] }, { scopes: ['tokens:write'] }, /cannot pass on/],
    ['of sessions:write by admin', { scopes: ['admin', 'tokens:write'] }, { scopes: ['sessions:write'] }, /does not have sessions:/],
    ['without the leash', { scopes: ['tokens:write', `board:${boards[0]}`] }, { scopes: [] }, /is limited to boards/],
    ['on another board', { scopes: ['tokens:write', `board:${boards[0]}`] }, { scopes: [`board:${boards[1]}`] }, /does not include board/],
    ['without the expiry', { scopes: ['tokens:write'], expiresAt: '2027-01-01T00:00:00.000Z' }, { scopes: [] }, /expires at/],
    [
      'beyond the year 9999',
      { scopes: ['tokens:write'], expiresAt: '2027-01-01T00:00:00.000Z' },
      { scopes: [], expiresAt: '+010000-01-01T00:59:59.000Z' },
      /expires at/,
    ],
  ])('%s is refused with what to change', (_, parent, child, message) => {
    expect(mintRefusal({ expiresAt: null, ...parent }, { expiresAt: null, ...child })?.message).toMatch(message)
  })
})
