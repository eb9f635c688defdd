import type { ServerFrame, TandemError } from '@tandem/contract'

/** A refusal on a socket: details, which may be long, stay with requests. */
export function errorFrame(refusal: TandemError, boardId?: string): ServerFrame {
  const { details: _, ...error } = refusal.envelope().error
  return { type: 'error', error, ...(boardId !== undefined && { boardId }) }
}
