import type { InputOf, OperationName, OutputOf } from '@tandem/contract'
import type { Answer, Caller } from '../../kernel/execute.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Principal } from '../../kernel/principal.ts'
import { type Book, createBooks } from './books.ts'
import type { McpDeps } from './deps.ts'

/** One request of a client, for as long as it is answered. Everything it asks goes through the kernel, as the caller. */
export type Visit = {
  deps: McpDeps
  principal: Principal
  execute(name: OperationName, input: Record<string, unknown>): Promise<Answer>
  /** The body of an answer. Throws what `execute` throws. */
  ask<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
  /** Who and what the ids on a board stand for; an empty one when the caller may not read the board. */
  book(boardId: string): Promise<Book>
  /** A card by its key or id, looked up once. */
  card(name: string): Promise<{ id: string; boardId: string; key: string }>
  /** Ends when the client goes away. */
  signal: AbortSignal
  /** Tells a client that wants to hear of it that the call is still under way. */
  progress(seconds: number, of: number): Promise<void>
}

export function createVisit(
  deps: McpDeps,
  caller: Caller & { principal: Principal },
  how: { signal: AbortSignal; progress?: Visit['progress'] | undefined },
): Visit {
  const execute: Visit['execute'] = (name, input) => deps.kernel.execute(name, caller, input)
  const ask = async <N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> =>
    bodyOf(await execute(name, input)) as OutputOf<N>
  const { principal } = caller
  return {
    ...{ deps, principal, execute, ask, book: createBooks(ask), card: createCards(ask) },
    signal: how.signal,
    progress: how.progress ?? (async () => {}),
  }
}

function createCards(ask: Visit['ask']): Visit['card'] {
  const known = new Map<string, ReturnType<Visit['card']>>()
  return (name) => {
    const asked =
      known.get(name) ?? (isUuid(name) ? ask('card.get', { cardId: name }) : ask('card.getByKey', { key: name })).then(({ card }) => card)
    known.set(name, asked)
    void asked.then(({ id }) => known.set(id, asked)).catch(() => {})
    return asked
  }
}

/** Some reads answer bytes that are serialised already. */
export const bodyOf = (answer: Answer): unknown => (answer.bytes ? JSON.parse(answer.bytes.toString()) : (answer.body ?? null))
