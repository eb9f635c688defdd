import { type BoardOutline, refusal } from '@tandem/contract'
import { paramsOf } from '@tandem/contract/mcp'
import { iso } from '../../../kernel/common/clock.ts'
import type { RequestContext } from '../request-context.ts'
import { resolveNames } from './names.ts'
import type { Call } from './understand.ts'

const usualRows = 25

/** The input of the operation, from the parameters of the tool. */
export async function inputOf(context: RequestContext, call: Call): Promise<Record<string, unknown>> {
  const { binding } = call
  const own = new Set(binding.own)
  const resolved = await resolveNames(context, call)
  const input: Record<string, unknown> = { ...binding.always }
  for (const [key, value] of Object.entries(resolved)) {
    const outer = binding.within?.[key]
    if (outer !== undefined) input[outer] = { ...(input[outer] as object | undefined), [key]: value }
    else if (!own.has(key) && !(binding.inSession && (key === 'sessionId' || key === 'generation'))) input[binding.as?.[key] ?? key] = value
  }
  if (paramsOf(binding).has('limit') && !own.has('limit')) input.limit ??= usualRows
  if (own.has('limit')) refuseNoCount(resolved.limit)
  if (typeof resolved.completed === 'boolean' && own.has('completed')) {
    input.completedAt = resolved.completed ? iso(context.deps.clock.now()) : null
  }
  // Named agents are for REST: a new queue is for any agent of the board here, one that is restricted stays so.
  if (typeof resolved.queue === 'boolean' && own.has('queue')) input.queue = resolved.queue ? { keep: true } : null
  if (binding.operation === 'card.field.set') input.value = await fieldValueOf(context, input)
  return input
}

function refuseNoCount(limit: unknown): void {
  if (limit === undefined || (Number.isInteger(limit) && Number(limit) > 0)) return
  throw refusal('limitUnfit')
}

/** The schema declares a string, which every client can send: the type of the field decides how it is read. */
async function fieldValueOf(context: RequestContext, { cardId, fieldId, value }: Record<string, unknown>): Promise<unknown> {
  const { boardId } = await context.card(String(cardId))
  const type = typeOf((await context.directory(boardId)).board, String(fieldId))
  if (type === 'number' && String(value).trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'checkbox' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const typeOf = (board: BoardOutline | null, fieldId: string) => board?.fields.find((field) => field.id === fieldId)?.type
