import type { RequirementId } from '../requirements.ts'

/** One way to break a rule: `find` stands exactly once in `file`; `scenarios` (narrowed by `title`) must notice. */
export type Mutation = {
  breaks: RequirementId
  file: string
  find: string
  replace: string
  scenarios: string
  title?: string
}

export const mutations: readonly Mutation[] = [
  {
    breaks: 'token.child.no-tokens-write',
    file: 'packages/contract/src/scopes.ts',
    find: "if (wants.scopes.has('tokens:write')) return",
    replace: "if (wants.scopes.has('tokens:write') && !has.scopes.has('tokens:write')) return",
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'strictly weaker',
  },
  {
    breaks: 'token.child.leash-missing',
    file: 'packages/contract/src/scopes.ts',
    find: 'if (has.leash && !wants.leash) return',
    replace: 'if (has.leash && wants.leash && wants.leash.size === 0) return',
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'strictly weaker',
  },
  {
    breaks: 'scope.implies.admin-not-sessions',
    file: 'packages/contract/src/scopes.ts',
    find: "  'sessions:read',\n  'sessions:write',\n])",
    replace: '])',
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'write scopes imply',
  },
  {
    breaks: 'scope.implies.boards-read',
    file: 'packages/contract/src/scopes.ts',
    find: "  'comments:write': ['boards:read'],",
    replace: "  'comments:write': [],",
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'write scopes imply',
  },
  {
    breaks: 'scope.leash.other-board-readable',
    file: 'packages/server/src/kernel/access.ts',
    find: 'if (principal.grant?.leash && !principal.grant.leash.has(boardId)) {',
    replace: "if (principal.grant?.leash?.has('')) {",
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'a leash holds',
  },
  {
    breaks: 'scope.missing.cards-write',
    file: 'packages/server/src/kernel/access.ts',
    find: '  if (principal.grant && !principal.grant.scopes.has(scope)) {',
    replace: "  if (principal.grant && scope === 'boards:read' && !principal.grant.scopes.has(scope)) {",
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'a scope that is missing',
  },
  {
    breaks: 'scope.effective.role-now',
    file: 'packages/server/src/kernel/access.ts',
    find: '  if (ranks[role] < ranks[access.role]) {',
    replace: '  if (!principal.grant && ranks[role] < ranks[access.role]) {',
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'a right is scope and role',
  },
  {
    breaks: 'scope.leash.lists-filtered',
    file: 'packages/server/src/domain/boards/list.ts',
    find: 'leash ? [...leash] : null',
    replace: 'null',
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'a leash holds',
  },
  {
    breaks: 'scope.leash.no-board-creation',
    file: 'packages/server/src/domain/boards/create.ts',
    find: 'if (act.principal?.grant?.leash)',
    replace: "if (act.principal?.grant?.leash?.has(''))",
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'a leash holds',
  },
  {
    breaks: 'token.plaintext.malformed',
    file: 'packages/server/src/kernel/authenticate.ts',
    find: 'if (!isWellFormedToken(token)) throw invalidToken()',
    replace: "if (!isWellFormedToken(token)) throw new TandemError('unauthorized', 'The token is malformed.')",
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'malformed bearer',
  },
  {
    breaks: 'token.revoke.effective',
    file: 'packages/server/src/kernel/authenticate.ts',
    find: 'where t.hash = $1 and t.revoked_at is null and',
    replace: 'where t.hash = $1 and',
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'revoking ends',
  },
  {
    breaks: 'token.expiry.refused-after',
    file: 'packages/server/src/kernel/authenticate.ts',
    find: '(t.expires_at is null or t.expires_at > $2)',
    replace: '($2::text is not null)',
    scenarios: 'conformance/test/tokens.test.ts',
    title: 'expires at its time',
  },
]
