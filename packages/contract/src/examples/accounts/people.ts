import { ada, at, scout } from '../story.ts'

/** Ada and Scout, in the public form and in their own. */
const publicAda = {
  id: ada,
  kind: 'human' as const,
  name: 'Ada',
  handle: 'ada',
  avatarUrl: null,
  ownerActorId: null,
  createdAt: at,
  deactivatedAt: null,
}
export const publicScout = {
  id: scout,
  kind: 'agent' as const,
  name: 'Scout',
  handle: 'scout',
  avatarUrl: null,
  ownerActorId: ada,
  capabilities: { delegatable: true, mentionable: true },
  createdAt: at,
  deactivatedAt: null,
}
/** In the form for its owner. */
export const adasScout = { ...publicScout, invokableBy: 'members' as const, pausedAt: null, maxSessions: null, budget: null }
export const ownAda = { ...publicAda, email: 'ada@example.com', isInstanceAdmin: true, timezone: 'UTC', locale: null }
export const ownScout = { ...publicScout, email: null, isInstanceAdmin: false, timezone: 'UTC', locale: null }
