import type { CallToolResult } from '@modelcontextprotocol/server'
import { TandemError } from '@tandem/contract'
import type { ToolName } from '@tandem/contract/mcp'
import type { RequestContext } from '../request-context.ts'
import type { NextCall } from './next-calls.ts'
import { firstRefusal } from './order.ts'
import { performCall } from './perform.ts'
import { refusalResult, resultOf } from './results.ts'
import { cardLine } from './shapes/cards.ts'
import { sessionShape } from './shapes/sessions.ts'
import { type Call, understand } from './understand.ts'
import { inWordsOf } from './wording.ts'

/** Answers a tool call. What the caller can mend is a result that says how; nothing is thrown. */
export async function callTool(context: RequestContext, tool: ToolName, given: unknown): Promise<CallToolResult> {
  let call: Call | undefined
  try {
    call = understand(tool, given)
    return resultOf(await performCall(context, call))
  } catch (error) {
    const refusal = await refusalOf(context, call, error)
    return refusalResult(refusal, { next: nextAfter(refusal, call), current: await currentState(context, refusal, call) })
  }
}

async function refusalOf(context: RequestContext, call: Call | undefined, error: unknown): Promise<TandemError> {
  if (!(error instanceof TandemError)) return unexpected(context, error)
  if (!call) return error
  try {
    return inWordsOf(call.binding, await firstRefusal(context, call, error))
  } catch (failure) {
    return unexpected(context, failure)
  }
}

function unexpected({ deps, reqId }: RequestContext, error: unknown): TandemError {
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
async function currentState(context: RequestContext, { code }: TandemError, call: Call | undefined): Promise<unknown> {
  if (code !== 'conflict' || !call) return undefined
  const { sessionId, cardId } = call.params
  try {
    if (typeof sessionId === 'string') return await currentSession(context, sessionId)
    if (typeof cardId === 'string') return await currentCard(context, cardId)
  } catch (error) {
    if (!(error instanceof TandemError)) throw error
  }
  return undefined
}

async function currentSession(context: RequestContext, sessionId: string): Promise<unknown> {
  const session = await context.ask('session.get', { sessionId })
  return sessionShape(session, await context.directory(session.boardId))
}

async function currentCard(context: RequestContext, name: string): Promise<unknown> {
  const { id, boardId } = await context.card(name)
  const { card } = await context.ask('card.get', { cardId: id })
  return { ...cardLine(card, await context.directory(boardId)), version: card.version }
}
