import type { ErrorCode, ErrorEnvelope } from '../errors.ts'
import type { Step } from './example.ts'
import { boardId, cardId, password, scout, toDo } from './story.ts'

/** `of` is the request that is refused so, after the opening; it is absent where it takes more than a request of the story. */
type Refusal = { of?: Exclude<Step, string>; error: Omit<ErrorEnvelope['error'], 'code'> }

/** One example for every code of an error; those with `of` are provoked by the tests. */
export const refusals: Record<ErrorCode, Refusal> = {
  validation: {
    of: { do: 'card.create', input: { listId: toDo, title: '' } },
    error: {
      message: 'title: Too small: expected string to have >=1 characters. Fix the request and send it again.',
      reason: 'empty',
      details: {
        formErrors: [],
        fieldErrors: { title: ['Too small: expected string to have >=1 characters'] },
        fieldReasons: { title: [{ reason: 'empty' }] },
      },
    },
  },
  delegation_required: {
    of: { do: 'card.assign', input: { cardId, actorId: scout } },
    error: {
      message: `Agents are delegated, not assigned: POST /api/cards/${cardId}/delegation instead.`,
      reason: 'assignAgent',
      params: { method: 'POST', path: `/api/cards/${cardId}/delegation` },
      details: { request: { method: 'POST', path: `/api/cards/${cardId}/delegation`, body: { agentActorId: scout } } },
    },
  },
  unauthorized: {
    of: { do: 'me.get', by: 'nobody', input: {} },
    error: { message: 'Sign in, or send a token in the header Authorization: Bearer kbt_….' },
  },
  invalid_credentials: {
    of: { do: 'auth.login', by: 'nobody', input: { email: 'ada@example.com', password: 'another passphrase' } },
    error: { message: 'Wrong e-mail or password. Check both and try again.' },
  },
  invalid_token: {
    of: { do: 'me.get', by: 'stranger', input: {} },
    error: { message: 'This token is unknown, revoked or expired. Mint a new one.' },
  },
  forbidden: {
    of: { do: 'board.update', by: 'scout', input: { boardId, name: 'Launch in May' } },
    error: {
      message: 'This needs the scope boards:write. Use a token that holds it.',
      reason: 'scopeNeeded',
      params: { scope: 'boards:write' },
      details: { requiredScope: 'boards:write' },
    },
  },
  budget_exceeded: {
    error: {
      message:
        'The budget of this session is used up. Wait for the answer to its question, or end the session with complete or fail. An update that carries only usage is still taken.',
      reason: 'budgetExceeded',
    },
  },
  not_found: {
    of: { do: 'card.get', input: { cardId: '00000000-0000-7000-8000-00000000ffff' } },
    error: { message: 'No such card, or it is not visible to you. Check the id.', reason: 'noSuch', params: { target: 'card' } },
  },
  conflict: {
    of: { do: 'card.update', input: { cardId, title: 'Announce it', ifVersion: 7 } },
    error: {
      message: 'This was changed since you read it: it is at version 1. Read it again and repeat your change.',
      reason: 'changedSince',
      params: { version: 1 },
      details: { currentVersion: 1 },
    },
  },
  duplicate_email: {
    of: { do: 'auth.register', by: 'nobody', input: { email: 'ada@example.com', password, name: 'Ada' } },
    error: { message: 'This e-mail is registered already. Sign in, or ask for a new password.' },
  },
  payload_too_large: {
    of: { do: 'card.create', input: { listId: toDo, title: 'x'.repeat(1_048_576) } },
    error: { message: 'The body is larger than 1 MiB. Send less.' },
  },
  unsupported_media_type: { error: { message: 'Send the body as application/json.' } },
  rate_limited: { error: { message: 'Too many requests. Try again in 1 s.' } },
  internal: {
    error: { message: 'Something went wrong on our side. Try again with the same clientMutationId; if it stays, tell the operator.' },
  },
  unavailable: {
    error: {
      message: 'The database cannot be reached right now. Nothing is known to be lost: try again with the same clientMutationId.',
    },
  },
}
