import { z } from 'zod'
import { httpUrl, id, limit, newsCursor, sessionState, timestampInput } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { budget } from '../../records/agents/budget.ts'
import {
  answerNote,
  answerText,
  longestDeadlineMinutes,
  mostQuestions,
  mostSimilar,
  questionInput,
  questionKind,
  questionOptions,
  similarQuestion,
} from '../../records/agents/question.ts'
import { news, plan, session, sessionEvent, usage } from '../../records/agents/session.ts'
import { undoResult } from '../../records/agents/undo.ts'
import { claimed, nothingToClaim } from '../../records/agents/work.ts'
import { delegation } from '../../records/boards/board.ts'

const givenBudget = budget
  .optional()
  .describe('What the session may use before a person is asked. Set by people. Absent = the default of the agent.')
const summary = z.string().trim().min(1).max(20_000)
const logPayloadMaxCharacters = 65_536
const logPayload = z
  .record(z.string().max(200), z.unknown())
  .refine(
    (payload) => JSON.stringify(payload).length <= logPayloadMaxCharacters,
    `must be at most ${logPayloadMaxCharacters} characters of JSON`,
  )
const cursor = id.optional().describe('The id of the last session of the previous page.')
/** Verbs that a change of the budget, or of the usage that counts against it, may record. */
const ofBudget = ['agent_session.updated', 'agent_session.log', 'agent_session.question'] as const
const generation = z.int().min(1).describe('From the lease; required for a claimed session.')
/** The shortest, longest and default lease of a claimed session, in seconds. */
const [shortestLease, longestLease, usualLease] = [60, 86_400, 900]
const leaseSeconds = z.int().min(shortestLease).max(longestLease)
const longestWaitSeconds = 25
const appended = z.object({ event: sessionEvent, session })

/** The inverses of an agent's changes, and the verbs of their consequences. */
const undoRecords = [
  'list.created',
  'list.updated',
  'list.moved',
  'list.archived',
  'list.unarchived',
  'rule.updated',
  'label.created',
  'label.updated',
  'label.removed',
  'card.labeled',
  'card.unlabeled',
  'card.updated',
  'card.moved',
  'card.priority_changed',
  'card.archived',
  'card.unarchived',
  'card.mentioned',
  'card.assigned',
  'card.unassigned',
  'card.delegated',
  'card.undelegated',
  'card.related',
  'card.unrelated',
  'card.unlinked',
  'card.blocked',
  'card.unblocked',
  'card.field_set',
  'card.field_cleared',
  'card.checklist_item_added',
  'card.checklist_item_updated',
  'card.checklist_item_completed',
  'card.checklist_item_removed',
  'comment.added',
  'comment.edited',
  'comment.deleted',
  'agent_session.updated',
  'agent_session.failed',
] as const

/** Delegation and agent sessions. Specification: service §2–§6, decisions §4. */
export const sessions = {
  'delegation.set': mutation({
    summary: 'Delegate a card to an agent; opens a session or adopts its live one',
    spec: 'service §3 and §4, decisions §4',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({
      cardId: id,
      agentActorId: id.describe('A delegatable agent that is a member of the board.'),
      budget: givenBudget,
    }),
    output: z.object({ delegation, session }),
    rest: 'POST /api/cards/:cardId/delegation',
    // 200 when the agent already holds the delegation and a live session: nothing is recorded then.
    status: 201,
    records: ['card.undelegated', 'agent_session.failed', 'card.delegated', 'agent_session.created', ...ofBudget],
    errors: ['conflict'],
  }),
  'delegation.clear': mutation({
    summary: 'Remove a delegation; ends the session that it opened',
    spec: 'service §3 and §4, decisions §4',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/delegation',
    records: ['card.undelegated', 'agent_session.failed'],
  }),
  'session.open': mutation({
    summary: 'Open a session on a card: an agent for itself, a person for a delegatable agent',
    spec: 'service §4, decisions §4',
    access: { target: 'card', role: 'member', scope: 'sessions:write' },
    input: z.object({
      cardId: id,
      agentActorId: id.optional().describe('Absent = yourself, if you are an agent.'),
      summary: summary.optional().describe('What the work is about.'),
      budget: givenBudget,
    }),
    output: session,
    rest: 'POST /api/cards/:cardId/sessions',
    status: 201,
    records: ['agent_session.created'],
    errors: ['conflict'],
  }),
  'session.get': read({
    summary: 'Read a session',
    spec: 'decisions §4',
    access: { target: 'session', role: 'viewer', scope: 'sessions:read' },
    input: z.object({ sessionId: id }),
    output: session,
    rest: 'GET /api/sessions/:sessionId',
  }),
  'session.listForCard': read({
    summary: 'List the sessions of a card, newest first',
    spec: 'decisions §4',
    access: { target: 'card', role: 'viewer', scope: 'sessions:read' },
    input: z.object({ cardId: id, limit, cursor }),
    output: z.array(session),
    rest: 'GET /api/cards/:cardId/sessions',
    paged: true,
  }),
  'session.listForBoard': read({
    summary: 'List the sessions of a board, newest first',
    spec: 'service §4',
    access: { target: 'board', role: 'viewer', scope: 'sessions:read' },
    input: z.object({ boardId: id, state: sessionState.optional(), limit, cursor }),
    output: z.array(session),
    rest: 'GET /api/boards/:boardId/sessions',
    paged: true,
  }),
  'session.mine': read({
    summary: 'List the sessions in which you are the agent or the initiator, on every board, newest first',
    spec: 'service §4, decisions §4',
    access: { self: true, scope: 'sessions:read' },
    input: z.object({ state: sessionState.optional(), limit, cursor }),
    output: z.array(session),
    rest: 'GET /api/sessions/mine',
    paged: true,
  }),
  'session.post': mutation({
    summary: 'Report from a session as its agent: update, progress, log, ask_human, complete or fail',
    spec: 'service §3 and §4, decisions §4',
    // The handler refuses everyone but the session's own agent (403), and an op without its field (400).
    access: { target: 'session', role: 'viewer', scope: 'sessions:write' },
    onArchived: true,
    input: z.object({
      sessionId: id,
      op: z.enum(['update', 'progress', 'log', 'ask_human', 'complete', 'fail']),
      state: z
        .enum(['working'], 'only "working" may be set; end a session with complete or fail')
        .optional()
        .describe('update: the only state that can be set.'),
      leaseSeconds: leaseSeconds
        .optional()
        .describe('update to working: take the session with a lease, as a claim does. Absent = without a lease.'),
      statusText: z.string().trim().max(280).optional().describe('update: one line on what the agent is doing.'),
      plan: plan.optional().describe('update: the complete plan.'),
      externalUrl: httpUrl.optional().describe('update: where the run can be watched.'),
      usage: usage
        .optional()
        .describe('update: what was used since the last report. Sent alone, it is accepted even after the session has ended.'),
      note: z.string().trim().min(1).max(10_000).optional().describe('progress, required.'),
      payload: logPayload
        .optional()
        .describe('log, required: any JSON object. Some values of its type are reserved for the service, such as late_answer.'),
      question: z.string().trim().min(1).max(10_000).optional().describe('ask_human, required without questions.'),
      options: questionOptions.optional().describe('ask_human: answers that can be chosen with one click.'),
      kind: questionKind
        .optional()
        .describe('ask_human. choice: one of the options. approval: approve or deny, by a member or an admin. text, or absent: free text.'),
      questions: z
        .array(questionInput)
        .min(1)
        .max(mostQuestions)
        .optional()
        .describe('ask_human: several questions instead of one, answered together.'),
      expiresAt: timestampInput.optional().describe('ask_human: the deadline, at most one year from now.'),
      expiresInMinutes: z
        .number()
        .positive()
        .max(longestDeadlineMinutes)
        .optional()
        .describe('ask_human: the deadline in minutes from now. Fractions are allowed.'),
      defaultOption: answerText.optional().describe('ask_human with a deadline: the answer that is used if there is none by then.'),
      onlyIfNew: z
        .boolean()
        .optional()
        .describe(
          'ask_human: if a very similar question was answered on the board before, nothing is asked: `event` is null, and `similar` has the earlier questions.',
        ),
      summary: summary.optional().describe('complete, required: what was done.'),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .optional()
        .describe('fail, required: why the work failed. undelegated is reserved for the service.'),
      newsCursor: newsCursor.optional(),
      generation: generation.optional(),
      ifState: sessionState
        .optional()
        .describe('Refused with 409 if the session is in another state, so that two runners cannot both claim it.'),
    }),
    output: appended.extend({
      event: sessionEvent.nullable().describe('The appended event. null: nothing was asked, because of onlyIfNew.'),
      news,
      similar: z
        .array(similarQuestion)
        .max(mostSimilar)
        .optional()
        .describe('With ask_human: earlier questions of the board, the most similar first.'),
    }),
    rest: 'POST /api/sessions/:sessionId/events',
    records: [
      'agent_session.updated',
      'agent_session.progress',
      'agent_session.log',
      'agent_session.question',
      'agent_session.completed',
      'card.review_requested',
      'agent_session.failed',
    ],
    errors: ['conflict', 'budget_exceeded'],
  }),
  'session.update': mutation({
    summary: 'Set, raise or remove the budget of a session; people only',
    spec: 'beyond §5',
    access: { target: 'session', role: 'member', scope: 'sessions:write' },
    onArchived: true,
    input: z.object({
      sessionId: id,
      budget: budget
        .nullable()
        .describe('The limits from now on; what was already used counts. null removes them, and the session continues.'),
    }),
    output: session,
    rest: 'PATCH /api/sessions/:sessionId',
    records: ofBudget,
    errors: ['conflict'],
  }),
  'session.heartbeat': mutation({
    summary: 'Extend the lease of a claimed session, without an event',
    spec: 'beyond §3',
    // The handler refuses everyone but the session's own agent (403).
    access: { target: 'session', role: 'viewer', scope: 'sessions:write' },
    onArchived: true,
    input: z.object({ sessionId: id, generation, newsCursor: newsCursor.optional() }),
    output: z.object({ session, news }),
    rest: 'POST /api/sessions/:sessionId/heartbeat',
    records: [],
    errors: ['conflict'],
  }),
  'work.claim': mutation({
    summary: 'Claim the next ready card as an agent: delegated cards first, then cards in queues',
    spec: 'beyond §3',
    // The log of the board records it.
    unaudited: true,
    // A viewer starts its own sessions, as with `session.post`; the handler refuses it anything else (403).
    access: { self: true, scope: 'sessions:write', findsBoard: 'viewer' },
    input: z.object({
      boardId: id.optional().describe('Absent = any board of the agent.'),
      listId: id.optional().describe('Absent = any list.'),
      sessionId: id
        .optional()
        .describe('Only this queued session of the agent. A 409 says why it cannot start now; the call does not wait for it.'),
      newsCursor: newsCursor.optional(),
      leaseSeconds: leaseSeconds.default(usualLease).describe('How long the claim lasts without activity.'),
      waitSeconds: z.number().min(0).max(longestWaitSeconds).default(0).describe('How long to wait for a card when none is ready.'),
    }),
    output: z.union([claimed, nothingToClaim]),
    rest: 'POST /api/work/claim',
    status: 201,
    records: ['card.delegated', 'agent_session.created', ...ofBudget],
    errors: ['not_found', 'conflict', 'budget_exceeded'],
  }),
  'session.events': read({
    summary: "Read a session's events, ascending; with since, only strictly newer ones",
    spec: 'service §4 and §6, decisions §4',
    access: { target: 'session', role: 'viewer', scope: 'sessions:read' },
    input: z.object({
      sessionId: id,
      since: z.string().max(64).optional().describe('An event id of this session or an ISO-8601 time.'),
      limit,
    }),
    output: z.object({ events: z.array(sessionEvent) }),
    rest: 'GET /api/sessions/:sessionId/events',
    paged: true,
  }),
  'session.answer': mutation({
    summary: 'Answer the open question of a session; people only',
    spec: 'service §3, decisions §4',
    access: { target: 'session', role: 'viewer', scope: 'sessions:write' },
    onArchived: true,
    input: z.object({
      sessionId: id,
      answer: answerText.optional().describe('Required without answers. For an approval: approve or deny.'),
      answers: z.array(answerText).min(1).max(mostQuestions).optional().describe('For several questions: one answer for each, in order.'),
      note: answerNote.optional(),
      questionEventId: id
        .optional()
        .describe(
          'The question that this answers. If it is no longer open, the answer is refused with 409, and the agent gets it as a late answer.',
        ),
    }),
    output: appended,
    rest: 'POST /api/sessions/:sessionId/answer',
    // `log` for a late answer: it is refused, and the agent gets it as a message.
    records: ['agent_session.answered', ...ofBudget],
    errors: ['conflict'],
  }),
  'session.start': mutation({
    summary: 'Allow a queued session to start on a blocked card; people only',
    spec: 'beyond §4',
    access: { target: 'session', role: 'member', scope: 'sessions:write' },
    input: z.object({ sessionId: id }),
    output: appended,
    rest: 'POST /api/sessions/:sessionId/start',
    records: ['agent_session.updated'],
    errors: ['conflict'],
  }),
  'session.stop': mutation({
    summary: 'Ask an agent to stop; if asked again after 60 s, the session ends in error',
    spec: 'decisions §4',
    access: { target: 'session', role: 'member', scope: 'sessions:write' },
    onArchived: true,
    input: z.object({ sessionId: id }),
    output: appended,
    rest: 'POST /api/sessions/:sessionId/stop',
    records: ['agent_session.updated', 'agent_session.failed'],
    errors: ['conflict'],
  }),
  'session.undo': mutation({
    summary: 'Undo what was recorded under an ended session, or restore it; people only',
    spec: 'beyond §7',
    access: { target: 'session', role: 'member', scope: 'cards:write' },
    input: z.object({
      sessionId: id,
      dryRun: z.boolean().optional().describe('Returns what would be done, without doing it.'),
      ifUndone: z
        .boolean()
        .optional()
        .describe(
          'false = undo, true = restore, so that two callers cannot toggle it. If the session is already undone (false) or is not undone (true), what an earlier call left is tried again; if there is nothing left to do, the request is refused with 409, and `details.left` says what stays, and why.',
        ),
    }),
    output: undoResult,
    rest: 'POST /api/sessions/:sessionId/undo',
    tries: true,
    records: undoRecords,
    errors: ['conflict', 'payload_too_large'],
  }),
} as const
