import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ErrorCode, escapeAll, type Reason, TandemError } from '@tandem/contract'
import { fit } from './fit.ts'
import type { NextCall } from './next-calls.ts'
import type { Outcome } from './perform.ts'

/** The only place where texts by people leave this surface: in fields, as JSON, with invisible characters escaped. */
export function resultOf({ data, content = [] }: Outcome): CallToolResult {
  const seen = fit(escapeAll(data))
  return { content: [{ type: 'text', text: JSON.stringify(seen) }, ...content], structuredContent: seen }
}

/** A refusal is a result too, of which clients show the text alone: it says what to do instead. */
export function refusalResult(error: TandemError, more: { next?: NextCall | null; current?: unknown } = {}): CallToolResult {
  const { code, message, reason, params } = error
  const details = more.current === undefined ? error.details : withoutSession(error.details)
  const body = {
    code,
    message,
    fix: (reason !== undefined && fixesOfReason[reason]) || (code === 'validation' && !more.next ? withoutNext : fixes[code]),
    ...(reason !== undefined && { reason }),
    ...(params !== undefined && { params }),
    ...(details !== undefined && { details }),
    ...(more.current !== undefined && { current: more.current }),
    ...(more.next && { next: more.next }),
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(fit(escapeAll({ error: body }))) }] }
}

/** `current` shows the session already. */
function withoutSession(details: unknown): unknown {
  const { session: _, ...rest } = (details ?? {}) as Record<string, unknown>
  return Object.keys(rest).length === 0 ? undefined : rest
}

/** Of a call that named no method. */
const withoutNext = 'Make the call again as the message says.'
const ofPeople = 'Do not retry: no scope or role lets an agent do this, only people can. Do what the message says instead.'

const ofNext = 'Make the call in next.'

/** Used for reasons for which the fix of the code would mislead. */
const fixesOfReason: Readonly<Record<string, string | undefined>> = {
  listFull: 'Move a card out of this list, or choose another list: the call in next shows them. Only people can raise the limit.',
  answerOfPeople: ofPeople,
  pauseOfPeople: ofPeople,
  reviewOfPeople: ofPeople,
  reviewRuleOfPeople: ofPeople,
  completedByReview: ofPeople,
  budgetOfPeople: ofPeople,
  boardBudgetOfPeople: ofPeople,
  movedByReview: ofPeople,
  archivedByReview: ofPeople,
  sessionOfOther: ofNext,
  commentOfOther: ofNext,
} satisfies { [R in Reason]?: string }

const fixes: Record<ErrorCode, string> = {
  validation: 'Make the call in next with the parameter that the message names.',
  delegation_required: 'Assign cards to people, delegate cards to agents: make the call in next.',
  unauthorized: 'Connect again with a token from a person.',
  invalid_credentials: 'Connect again with a token from a person.',
  invalid_token: 'Connect again with a new token from a person.',
  forbidden: 'Do not retry. Only people can help: tell the person who runs you what the message says.',
  not_found: 'Check the id or key. The call in next shows what exists.',
  conflict: 'Look at the state in current or details, and call again only if it still makes sense.',
  budget_exceeded: 'Make the call in next. Only people can extend a budget.',
  duplicate_email: 'Only a person can change an e-mail address.',
  payload_too_large: 'Send or request less.',
  unsupported_media_type: 'Send text or a url.',
  rate_limited: 'Wait as many seconds as the message says.',
  internal: 'Call again with the same clientMutationId. If it keeps failing, tell the server operator.',
  unavailable: 'Call again in a second with the same clientMutationId.',
}
