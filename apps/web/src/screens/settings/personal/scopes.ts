import type { Scope } from '@tandem/contract'

/** Scopes by what they permit, from looking to ruling. Texts: `settings.scopes`. */
export const scopeGroups = {
  read: ['boards:read', 'sessions:read', 'notifications:read'],
  work: ['cards:write', 'comments:write', 'sessions:write', 'notifications:write'],
  shape: ['boards:write', 'members:write', 'webhooks:write', 'integrations:write'],
  rule: ['agents:write', 'tokens:write', 'admin'],
} as const satisfies Record<string, readonly Scope[]>

export type ScopeGroup = keyof typeof scopeGroups
export const scopeGroupNames: readonly ScopeGroup[] = ['read', 'work', 'shape', 'rule']

const everyScope: readonly Scope[] = Object.values(scopeGroups).flat()
export const isScope = (text: string): text is Scope => everyScope.some((scope) => scope === text)

/** Presets for common uses of a token, so that people need not know scopes. */
export const presets = {
  work: ['boards:read', 'cards:write', 'comments:write', 'sessions:read', 'sessions:write', 'notifications:read', 'notifications:write'],
  look: ['boards:read', 'sessions:read'],
  all: ['admin', 'sessions:write', 'notifications:write'],
} as const satisfies Record<string, readonly Scope[]>

export type Preset = keyof typeof presets

const leash = 'board:'
export const boardsIn = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => scope.startsWith(leash)).map((scope) => scope.slice(leash.length))
export const leashTo = (boardId: string): string => leash + boardId
