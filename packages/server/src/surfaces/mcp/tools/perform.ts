import { catalogue } from '@tandem/contract'
import { bodyOf } from '../../../kernel/reply.ts'
import type { RequestContext } from '../request-context.ts'
import { attachText } from './attach-text.ts'
import { type Content, readFile } from './file-content.ts'
import { inputOf } from './input.ts'
import { nextCall } from './next-calls.ts'
import { eventsThatFit, readThatFits } from './pages.ts'
import { shaped } from './shapes/shaped.ts'
import type { Call } from './understand.ts'

/** What a call answers: data, and beside it what is no JSON. */
export type Outcome = { data: Record<string, unknown>; content?: Content[] }

/** Does what a tool call asks for: one operation, through the kernel, and its answer in the shape that agents read. */
export async function performCall(context: RequestContext, call: Call): Promise<Outcome> {
  if (call.problem) throw call.problem
  const { special, operation } = call.binding
  const input = await inputOf(context, call)
  if (special === 'file') return readFile(context, input, call.params.cursor)
  if (special === 'attach') return { data: await shaped(context, call, input, await attachText(context, input, call.params)) }
  if (special === 'poll') return { data: await eventsThatFit(context, call, input) }
  const data =
    catalogue[operation].kind === 'read'
      ? await readThatFits(context, call, input)
      : await shaped(context, call, input, bodyOf((await context.execute(operation, input)).reply))
  return { data: { ...data, ...(context.principal.kind === 'agent' && nextCall(call, data)) } }
}
