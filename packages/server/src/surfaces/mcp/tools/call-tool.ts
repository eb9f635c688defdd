import type { CallToolResult } from '@modelcontextprotocol/server'
import { refusal, type Session, TandemError } from '@tandem/contract'
import type { ToolName } from '@tandem/contract/mcp'
import type { RequestContext } from '../request-context.ts'
import { nextAfter } from './next-after.ts'
import { firstRefusal } from './order.ts'
import { performCall } from './perform.ts'
import { refusalResult, resultOf } from './results.ts'
import { cardLine } from './shapes/cards.ts'
import { sessionShape } from './shapes/sessions.ts'
import { type Call, understand } from './understand.ts'
import { inWordsOf } from './wording.ts'

/** Answers a tool call. An error that the caller can fix is a result that says how; nothing is thrown. */
export async function callTool(context: RequestContext, tool: ToolName, given: unknown): Promise<CallToolResult> {
  let call: Call | undefined
  try {
    call = understand(tool, given, context)
    return resultOf(await performCall(context, call))
  } catch (error) {
    const refusal = await refusalOf(context, call, error)
    const { session, card } = await currentState(context, refusal, call)
    const current = session ? sessionShape(session, await context.directory(session.boardId)) : card
    return refusalResult(refusal, { next: nextAfter(refusal, call, isOf(context, session)), current })
  }
}

/** A session of another agent is not the caller's to go on with. */
const isOf = ({ principal }: RequestContext, session: Session | undefined): Session | undefined =>
  session?.agentActorId === principal.actorId ? session : undefined

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
  return refusal('toolFailed')
}

/** The state behind a conflict, so that no second call is needed. */
type Current = { session?: Session; card?: unknown }

async function currentState(context: RequestContext, { code, details }: TandemError, call: Call | undefined): Promise<Current> {
  if ((code !== 'conflict' && code !== 'budget_exceeded') || !call) return {}
  const { session } = (details ?? {}) as { session?: Session }
  if (session) return { session }
  const { sessionId, cardId } = call.params
  try {
    if (typeof sessionId === 'string' && !call.binding.inSession) return { session: await context.ask('session.get', { sessionId }) }
    if (typeof cardId === 'string') return { card: await currentCard(context, cardId) }
  } catch (error) {
    if (!(error instanceof TandemError)) throw error
  }
  return {}
}

async function currentCard(context: RequestContext, name: string): Promise<unknown> {
  const { id, boardId } = await context.card(name)
  const { card } = await context.ask('card.get', { cardId: id })
  return { ...cardLine(card, await context.directory(boardId)), version: card.version }
}
