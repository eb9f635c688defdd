import type { ErrorCode, Reason, Session, TandemError } from '@tandem/contract'
import type { ToolName } from '@tandem/contract/mcp'
import { claimAgain, lookAtWork, type NextCall, nextOfSession } from './next-calls.ts'
import type { Call } from './understand.ts'

/**
 * The call that is right after a refusal. Nothing where the call named no method, and where only a person can help: `fix` says so then.
 * Specification: beyond §2.
 */
type Refused = { refusal: TandemError; call: Call; session: Session | undefined }

export function nextAfter(refusal: TandemError, call: Call | undefined, session: Session | undefined): NextCall | null {
  return call ? (byCode[refusal.code]?.({ refusal, call, session }) ?? null) : null
}

/** A call that was a dry run is repeated as a dry run only. */
const again = ({ call: { tool, method, params, dryRun } }: Refused): NextCall =>
  callOf(tool, method, { ...params, ...(dryRun && { dryRun }) })

const byCode: { [C in ErrorCode]?: (refused: Refused) => NextCall | null } = {
  delegation_required: ({ refusal, call }) => {
    const { agentActorId } = (refusal.details ?? {}) as { agentActorId?: string }
    return callOf('card_write', 'delegate', { cardId: call.params.cardId, agentActorId })
  },
  forbidden: (refused) => byReason[refused.refusal.reason as Reason]?.(refused) ?? null,
  validation: (refused) => byReason[refused.refusal.reason as Reason]?.(refused) ?? again(refused),
  not_found: ({ refusal, call }) => whereToLook(refusal, call.params),
  conflict: afterConflict,
  budget_exceeded: afterConflict,
  rate_limited: again,
  internal: again,
  unavailable: again,
}

/** Other reasons of `validation` repeat the call with the parameters that could be read: the message names the one to fix. */
const byReason: { [R in Reason]?: (refused: Refused) => NextCall } = {
  // Only its claim has told the agent its generation.
  generationNeeded: () => lookAtWork,
  // An agent opens its own session, and writes its own comment.
  sessionOfOther: (refused) => again({ ...refused, call: without(refused.call, 'agentActorId') }),
  commentOfOther: ({ refusal, call: { params } }) =>
    callOf('card_write', 'comment', { cardId: (refusal.details as { cardId: string }).cardId, body: params.body }),
  assignPerson: ({ call: { params } }) => callOf('card_write', 'assign', { cardId: params.cardId, actorId: params.agentActorId }),
}

const without = (call: Call, param: string): Call => ({ ...call, params: { ...call.params, [param]: undefined } })

/** A missing target is searched by the name or id that was given for it. */
const lookFor: Record<string, (params: Call['params']) => NextCall> = {
  card: ({ cardId, id }) => callOf('search', 'search', { query: cardId ?? id }),
  list: inBoard,
  label: inBoard,
  field: inBoard,
  actor: inBoard,
  session: () => callOf('session_read', 'list_mine', {}),
  comment: onCard,
  checklistItem: onCard,
  attachment: onCard,
  notification: () => callOf('board_read', 'notifications', {}),
  view: inBoard,
}

const parameterOf: Record<string, string> = {
  cardId: 'card',
  id: 'card',
  sessionId: 'session',
  listId: 'list',
  labelId: 'label',
  fieldId: 'field',
  commentId: 'comment',
  checklistItemId: 'checklistItem',
  attachmentId: 'attachment',
  notificationId: 'notification',
  viewId: 'view',
}

function whereToLook({ params: names }: TandemError, params: Call['params']): NextCall {
  const named = typeof names?.target === 'string' ? names.target : undefined
  const given = Object.keys(params).find((key) => parameterOf[key] !== undefined && params.boardId === undefined)
  const target = named ?? (given === undefined ? undefined : parameterOf[given])
  return (target === undefined ? undefined : lookFor[target]?.(params)) ?? boards()
}

function inBoard({ boardId, cardId }: Call['params']): NextCall {
  if (boardId !== undefined) return callOf('board_read', 'get', { boardId })
  return cardId === undefined ? boards() : callOf('card_read', 'get', { cardId })
}

function onCard({ cardId }: Call['params']): NextCall {
  return cardId === undefined ? lookAtWork : callOf('card_read', 'get', { cardId })
}

/** The session stays queued: `my_work` says when it may begin. */
const staysQueued: readonly unknown[] = [
  ...(['agentsPaused', 'agentPaused', 'sessionHeld', 'agentFull', 'boardFull', 'listAtWork', 'boardBudgetUsed'] satisfies Reason[]),
]

/** It may take days until the session can begin: no claim waits for it. */
const notReady: readonly unknown[] = ['cardClosed', 'cardNotStarted'] satisfies Reason[]

function afterConflict({ refusal: { details, reason }, call, session }: Refused): NextCall {
  const { cardId, boardId, listId } = call.params
  if (notReady.includes(reason)) return lookAtWork
  if (reason === 'stopRequested' && session) return nextOfSession({ cardKey: session.cardKey, session }) ?? lookAtWork
  // A session that waits, or that another process took: it is claimed when it is ready again.
  if (call.binding.operation === 'work.claim') return claimAgain({ boardId, listId })
  if (reason === 'leaseLost') return claimAgain({})
  // There the agent sees which card it can move on, and which list has room.
  if (reason === 'listFull') return callOf('board_read', 'get', { boardId: (details as { boardId: string }).boardId })
  if (staysQueued.includes(reason)) return lookAtWork
  if (session) return nextOfSession({ cardKey: session.cardKey, session }) ?? lookAtWork
  const { sessionId } = (details ?? {}) as { sessionId?: string }
  if (sessionId !== undefined) return callOf('session_read', 'get', { sessionId })
  if (cardId !== undefined) return callOf('card_read', 'get', { cardId })
  return boardId === undefined || listId !== undefined ? boards() : callOf('board_read', 'get', { boardId })
}

const boards = (): NextCall => callOf('board_read', 'list', {})

function callOf(tool: ToolName, method: string, params: Record<string, unknown>): NextCall {
  return { tool, method, params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) }
}
