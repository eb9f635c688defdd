/** Scopes, their implications, and limits to boards. Specification: service §5, decisions §2. */
export const plainScopes = [
  'boards:read',
  'boards:write',
  'cards:write',
  'comments:write',
  'members:write',
  'agents:write',
  'tokens:write',
  'webhooks:write',
  'integrations:write',
  'notifications:read',
  'notifications:write',
  'sessions:read',
  'sessions:write',
  'admin',
] as const

export type Scope = (typeof plainScopes)[number]

/** The scopes in the words of the person who is asked to grant them. */
export const scopeMeanings: Record<Scope, string> = {
  'boards:read': 'Read boards, cards, comments and files',
  'boards:write': 'Create boards; change lists, labels and views; as an admin also fields, rules, guidance and the board itself',
  'cards:write': 'Create, change, move, assign, delegate and archive cards; as an admin also delete them',
  'comments:write': 'Comment and react; edit and delete its own comments, as an admin any',
  'members:write': 'Manage members',
  'agents:write': 'Manage agents',
  'tokens:write': 'Create tokens',
  'webhooks:write': 'Manage webhooks',
  'integrations:write': 'Manage integrations',
  'notifications:read': 'Read the inbox of the agent',
  'notifications:write': 'Mark notifications of the agent as read and choose which ones arrive',
  'sessions:read': 'Read agent sessions',
  'sessions:write': 'Work in sessions and ask people questions',
  admin: 'All of these, except sessions, the inbox and creating tokens',
}

/**
 * The usual scopes of an agent: granted to a client that requests none in particular, and named in the first challenge, so that a client
 * can request them at once and need not come back for more. Specification: decisions §2.
 */
export const workingScopes: readonly Scope[] = [
  'boards:read',
  'boards:write',
  'cards:write',
  'comments:write',
  'sessions:read',
  'sessions:write',
  'notifications:read',
  'notifications:write',
]

const outsideAdmin: ReadonlySet<Scope> = new Set([
  'admin',
  'tokens:write',
  'notifications:read',
  'notifications:write',
  'sessions:read',
  'sessions:write',
])

const implied: Partial<Record<Scope, readonly Scope[]>> = {
  'boards:write': ['boards:read'],
  'cards:write': ['boards:read'],
  'comments:write': ['boards:read'],
  'members:write': ['boards:read'],
  'webhooks:write': ['boards:read'],
  'integrations:write': ['boards:read'],
  'notifications:write': ['notifications:read'],
  'sessions:write': ['sessions:read'],
  admin: plainScopes.filter((scope) => !outsideAdmin.has(scope)),
}

const leashPattern = /^board:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** The rights of a credential: its scopes, and the boards that it is limited to (`null` = every board). */
export type Grant = { scopes: ReadonlySet<Scope>; leash: ReadonlySet<string> | null }

export type TokenTerms = { scopes: readonly string[]; expiresAt: string | null }

export function isScopeString(value: string): boolean {
  return (plainScopes as readonly string[]).includes(value) || leashPattern.test(value)
}

/**
 * Splits scope strings into the closure of the plain scopes and the union of the `board:` limits. An unknown scope grants nothing, and a
 * `board:` without a valid id still limits: to no board.
 */
export function grantOf(scopes: readonly string[]): Grant {
  const plain = new Set<Scope>()
  const boards = new Set<string>()
  for (const scope of scopes) {
    const board = leashPattern.exec(scope)?.[1]
    if (board) boards.add(board)
    else if ((plainScopes as readonly string[]).includes(scope)) addWithImplied(plain, scope as Scope)
  }
  return { scopes: plain, leash: scopes.some((scope) => scope.startsWith('board:')) ? boards : null }
}

function addWithImplied(into: Set<Scope>, scope: Scope): void {
  into.add(scope)
  for (const lesser of implied[scope] ?? []) into.add(lesser)
}
