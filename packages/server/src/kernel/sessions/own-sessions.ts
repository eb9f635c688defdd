import { fieldRefusal, generationHeader, refusal } from '@tandem/contract'
import type { LoadableTarget } from '../access.ts'
import type { Principal } from '../identity/principal.ts'

/**
 * The live sessions of the calling agent on the board of its act, which is recorded under one of them. That one is chosen for each
 * activity, since an act may concern several cards. Specification: beyond §7.
 */
export type OwnSessions = { agentActorId: string; boardId: string; targetCardId: string | null; named: string | null; live: Live[] }
type Live = { id: string; cardId: string }
/**
 * As they are loaded; not for people. `ownSessions` has those on the card of the target and the newest others. `namedOwn` = the session that
 * the call names, with the generation of its lease if it was claimed.
 */
export type OwnSessionsRow = { ownSessions?: Live[]; namedOwn?: { cardId: string; generation: number | null } | null }

/** The session under which a call acts, and the generation of the lease by which the calling process holds it. */
export type NamedSession = { sessionId?: string | undefined; sessionGeneration?: number | undefined }

/** Whether there is anything to load: people have no sessions of their own. */
export const hasSessions = ({ kind, credential }: Principal): boolean => kind === 'agent' && credential.method !== 'system'

/**
 * Throws validation when the session that the call names is not the caller's own on this board, conflict when the process that names its
 * generation has lost it. Specification: beyond §3.
 */
export function ownSessionsOf(
  principal: Principal,
  { sessionId: named, sessionGeneration: given }: NamedSession,
  { boardId, target, row }: { boardId: string; target: LoadableTarget; row: OwnSessionsRow & Record<string, unknown> },
): OwnSessions | undefined {
  if (named !== undefined) requireHeld(named, given, row.namedOwn)
  else if (given !== undefined) throw fieldRefusal(generationHeader, 'generationAlone')
  if (!hasSessions(principal)) return undefined
  const live = [...(row.ownSessions ?? [])]
  if (named !== undefined && row.namedOwn && !live.some(({ id }) => id === named)) live.push({ id: named, cardId: row.namedOwn.cardId })
  return { agentActorId: principal.actorId, boardId, targetCardId: cardOf(target, row), named: named ?? null, live }
}

function requireHeld(sessionId: string, given: number | undefined, own: OwnSessionsRow['namedOwn']): void {
  if (!own) throw refusal('sessionNotOwn')
  if (given === undefined) return
  if (!Number.isInteger(given) || given < 1) throw fieldRefusal(generationHeader, 'generationUnfit')
  const { generation: current } = own
  if (current !== null && given !== current) throw refusal('leaseLost', { current, given }, { details: { sessionId, generation: current } })
}

/** The card that the call is about: its target, or the one to which its target belongs. */
function cardOf(target: LoadableTarget, { id, cardId }: Record<string, unknown>): string | null {
  const found = target === 'card' || target === 'cardInBrief' ? id : cardId
  return typeof found === 'string' ? found : null
}

type Recorded = { boardId: string; cardId: string | null; verb: string; payload: unknown }

/**
 * The session that the call names or is about, else the only one on the card. Side effects of a call on other cards, such as the completion
 * of a parent, belong to the same act, on another board too: otherwise an undo of that act would leave them. The only session on a board
 * stands for acts on that board alone.
 */
export function sessionOfAct(own: OwnSessions | undefined, { boardId, cardId, verb, payload }: Recorded): string | null {
  if (!own) return null
  const about = ownSessionIn(own, verb, payload)
  // The other activities of an act that has opened a session belong to that session too.
  if (about && cardId !== null && !own.live.some(({ id }) => id === about)) own.live.push({ id: about, cardId })
  return own.named ?? about ?? onCard(own, cardId) ?? onCard(own, own.targetCardId) ?? (boardId === own.boardId ? onlyOne(own) : null)
}

const onCard = ({ live }: OwnSessions, cardId: string | null): string | null =>
  live.find((session) => session.cardId === cardId)?.id ?? null

function onlyOne({ live: [only, ...more] }: OwnSessions): string | null {
  return more.length === 0 ? (only?.id ?? null) : null
}

function ownSessionIn({ agentActorId }: OwnSessions, verb: string, payload: unknown): string | null {
  if (!verb.startsWith('agent_session.')) return null
  const fields = payload as { agentActorId?: unknown; sessionId?: unknown }
  return fields.agentActorId === agentActorId && typeof fields.sessionId === 'string' ? fields.sessionId : null
}
