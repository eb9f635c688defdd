import type { CallToolResult } from '@modelcontextprotocol/server'
import { TandemError } from '@tandem/contract'
import type { ToolName } from '@tandem/contract/mcp'
import type { NextCall } from './next-calls.ts'
import { firstRefusal } from './order.ts'
import { performCall } from './perform.ts'
import { refusalResult, resultOf } from './results.ts'
import { cardLine } from './shapes/cards.ts'
import { sessionShape } from './shapes/sessions.ts'
import { type Call, understand } from './understand.ts'
import type { Visit } from './visit.ts'
import { inWordsOf } from './wording.ts'

/** Answers a tool call. What the caller can mend is a result that says how; nothing is thrown. */
export async function callTool(visit: Visit, tool: ToolName, given: unknown): Promise<CallToolResult> {
  let call: Call | undefined
  try {
    call = understand(tool, given)
    return resultOf(await performCall(visit, call))
  } catch (error) {
    const refusal = await refusalOf(visit, call, error)
    return refusalResult(refusal, { next: nextAfter(refusal, call), current: await currentState(visit, refusal, call) })
  }
}

async function refusalOf(visit: Visit, call: Call | undefined, error: unknown): Promise<TandemError> {
  if (!(error instanceof TandemError)) return unexpected(visit, error)
  if (!call) return error
  try {
    return inWordsOf(call.binding, await firstRefusal(visit, call, error))
  } catch (failure) {
    return unexpected(visit, failure)
  }
}

function unexpected({ deps, reqId }: Visit, error: unknown): TandemError {
  deps.log.error({ err: error, reqId }, 'a tool call failed unexpectedly')
  return new TandemError('internal', 'Something went wrong on our side.')
}

/** The request that REST would be sent, as the call of a tool. */
function nextAfter({ code, details }: TandemError, call: Call | undefined): NextCall | null {
  if (code !== 'delegation_required') return null
  const { request } = (details ?? {}) as { request?: { body?: { agentActorId?: string } } }
  const params = { cardId: call?.params.cardId ?? 'KEY of the card', agentActorId: request?.body?.agentActorId }
  return { tool: 'card_write', method: 'delegate', params }
}

/** The state behind a conflict, so that no second call is needed. */
async function currentState(visit: Visit, { code }: TandemError, call: Call | undefined): Promise<unknown> {
  if (code !== 'conflict' || !call) return undefined
  const { sessionId, cardId } = call.params
  try {
    if (typeof sessionId === 'string') return await currentSession(visit, sessionId)
    if (typeof cardId === 'string') return await currentCard(visit, cardId)
  } catch (error) {
    if (!(error instanceof TandemError)) throw error
  }
  return undefined
}

async function currentSession(visit: Visit, sessionId: string): Promise<unknown> {
  const session = await visit.ask('session.get', { sessionId })
  return sessionShape(session, await visit.book(session.boardId))
}

async function currentCard(visit: Visit, name: string): Promise<unknown> {
  const { id, boardId } = await visit.card(name)
  const { card } = await visit.ask('card.get', { cardId: id })
  return { ...cardLine(card, await visit.book(boardId)), version: card.version }
}
