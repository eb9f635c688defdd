import type { Card } from '@tandem/contract'
import type { RequestContext } from '../../request-context.ts'
import { asFetched, asResults } from '../search-results.ts'
import type { Call } from '../understand.ts'
import { guidanceWith } from './guidance.ts'
import { shapeOf } from './shapes.ts'

/** The answer of an operation in the shape for agents; unabridged for calls with detail=detailed. */
export async function shaped(
  context: RequestContext,
  call: Call,
  input: Record<string, unknown>,
  body: unknown,
): Promise<Record<string, unknown>> {
  const { binding } = call
  const about = { boardId: () => boardIdOf(context, input, body), limit: call.params.limit as number | undefined }
  if (binding.special === 'fetch') return asFetched(context, body)
  const seen = call.detailed && body !== null ? await whole(context, call, body) : await shapeOf(binding.shape, body, context, about)
  if (binding.special === 'search') return asResults(context, seen)
  return binding.under === undefined ? (seen as Record<string, unknown>) : { [binding.under]: seen }
}

/** The answer as REST gives it; for a card also with the guidance of its board. */
async function whole(context: RequestContext, { binding }: Call, body: unknown): Promise<unknown> {
  if (binding.shape !== 'card') return body
  const { card } = body as { card: Card }
  return { card: { ...card, ...(await guidanceWith(card, context)) } }
}

/** The board of the answer: looked up only if ids have to be replaced by names. */
async function boardIdOf(context: RequestContext, input: Record<string, unknown>, body: unknown): Promise<string | null> {
  if (typeof input.boardId === 'string') return input.boardId
  const { cardId: answered } = (body ?? {}) as { cardId?: unknown }
  const cardId = input.cardId ?? answered
  if (typeof cardId === 'string') return (await context.card(cardId)).boardId
  if (typeof input.sessionId === 'string') return (await context.ask('session.get', { sessionId: input.sessionId })).boardId
  return null
}
