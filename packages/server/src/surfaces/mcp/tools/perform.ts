import { catalogue, fieldRefusal } from '@tandem/contract'
import { bodyOf } from '../../../kernel/reply.ts'
import type { NamedSession } from '../../../kernel/sessions/own-sessions.ts'
import type { RequestContext } from '../request-context.ts'
import { attachText } from './attach-text.ts'
import { type Content, readFile } from './file-content.ts'
import { inputOf } from './input.ts'
import { resolveNames } from './names.ts'
import { nextCall } from './next-calls.ts'
import { eventsThatFit, readThatFits } from './pages.ts'
import { shaped } from './shapes/shaped.ts'
import type { Call } from './understand.ts'

/** The result of a call: data, and content that is not JSON. */
export type Outcome = { data: Record<string, unknown>; content?: Content[] }

/** Performs a tool call: one operation through the kernel, and its answer in the shape for agents. */
export async function performCall(given: RequestContext, call: Call): Promise<Outcome> {
  if (call.problem) throw call.problem
  const { special, operation } = call.binding
  const input = await inputOf(given, call)
  const named = await sessionOf(given, call)
  // Else the same one, which knows the names that were looked up already.
  const context = call.dryRun || named !== undefined ? given.acting({ dryRun: call.dryRun, ...named }) : given
  if (special === 'file') return readFile(context, input, call.params.cursor)
  if (call.dryRun) return { data: await tried(context, call, input) }
  if (special === 'attach') return { data: await shaped(context, call, input, await attachText(context, input, call.params)) }
  if (special === 'poll') return { data: await eventsThatFit(context, call, input) }
  const data =
    catalogue[operation].kind === 'read'
      ? await readThatFits(context, call, input)
      : await shaped(context, call, input, bodyOf((await context.execute(operation, input)).reply))
  return { data: { ...data, ...(context.principal.kind === 'agent' && nextCall(call, data)) } }
}

/** The session under which the act is recorded: where none is named, the one that the door finds. */
async function sessionOf(context: RequestContext, call: Call): Promise<NamedSession | undefined> {
  const { sessionId, generation } = call.params
  if (!call.binding.inSession) return undefined
  if (sessionId === undefined && generation !== undefined) throw fieldRefusal('params.generation', 'generationAlone')
  if (sessionId === undefined) return undefined
  const named = String((await resolveNames(context, call, ['sessionId'])).sessionId)
  return { sessionId: named, ...(typeof generation === 'number' && { sessionGeneration: generation }) }
}

/** The answer as REST gives it: new records of a dry run cannot be read, so ids cannot be replaced by names. */
async function tried(context: RequestContext, { binding, params }: Call, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { special, operation } = binding
  const body =
    special === 'attach' ? attachText(context, input, params) : context.execute(operation, input).then(({ reply }) => bodyOf(reply))
  return (await body) as Record<string, unknown>
}
