import type { ErrorCode, ErrorEnvelope, TandemError } from '../errors.ts'
import { refusal } from '../refusals.ts'
import type { Step } from './example.ts'
import { boardId, cardId, password, scout, toDo } from './story.ts'

/** `of` is the request that is refused, sent after the opening; absent if the story alone cannot cause the refusal. */
type Refusal = { of?: Exclude<Step, string>; error: Omit<ErrorEnvelope['error'], 'code'> }

/** One example for every error code; the tests send those with `of`. */
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
      message: `An agent cannot be assigned. Delegate the card to it instead: POST /api/cards/${cardId}/delegation.`,
      reason: 'assignAgent',
      params: { method: 'POST', path: `/api/cards/${cardId}/delegation` },
      details: { request: { method: 'POST', path: `/api/cards/${cardId}/delegation`, body: { agentActorId: scout } } },
    },
  },
  unauthorized: {
    of: { do: 'me.get', by: 'nobody', input: {} },
    error: withoutCode(refusal('credentialNeeded')),
  },
  invalid_credentials: {
    of: { do: 'auth.login', by: 'nobody', input: { email: 'ada@example.com', password: 'another passphrase' } },
    error: withoutCode(refusal('wrongLogin')),
  },
  invalid_token: {
    of: { do: 'me.get', by: 'stranger', input: {} },
    error: withoutCode(refusal('tokenUnknown')),
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
        'The budget of this session is used up. Wait for the answer to its question, or end the session with complete or fail. An update that carries only usage is still accepted.',
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
    error: withoutCode(refusal('emailRegistered')),
  },
  payload_too_large: {
    of: { do: 'card.create', input: { listId: toDo, title: 'x'.repeat(1_048_576) } },
    error: withoutCode(refusal('bodyTooLarge')),
  },
  unsupported_media_type: { error: withoutCode(refusal('bodyTypeUnfit')) },
  rate_limited: { error: withoutCode(refusal('tooManyRequests', { seconds: 1 })) },
  internal: { error: withoutCode(refusal('wentWrong')) },
  unavailable: { error: withoutCode(refusal('databaseAway')) },
}

/** The code is the name of the example. */
function withoutCode(refused: TandemError): Refusal['error'] {
  const { code: _, ...error } = refused.envelope().error
  return error
}
