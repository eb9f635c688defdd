import { z } from 'zod'
import { firstOfEach, flag, id, ifText, ifVersion, limit, markdown, mostSessions, name } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { boardUsage, budget } from '../../records/agents/budget.ts'
import { board, boardOutline, boardTree, cardSummary } from '../../records/boards/board.ts'
import { logHead } from '../../records/boards/log-head.ts'
import { boardSummary } from '../../records/boards/summary.ts'
import { activity, isSelector } from '../../verbs.ts'

const keyPrefix = z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must be 2 to 10 of A-Z and 0-9, starting with a letter')
const agentGuidance = z.string().max(20_000).describe('What every agent that works on this board should know; sent with each session.')
const pauseAgents = z
  .object({
    reason: z.string().trim().min(1).max(500),
    stop: z.boolean().optional().describe('Also asks sessions that are working or waiting for an answer to stop.'),
  })
  .nullable()
  .describe(
    'While agents are paused, queued sessions stay queued; working sessions continue. null resumes. Set by people; the role member is enough.',
  )

/** Boards, their tree and their log. Specification: service §4, decisions §3. */
export const boards = {
  'board.create': mutation({
    summary: 'Create a board; the caller becomes its admin',
    spec: 'decisions §3',
    access: { self: true, scope: 'boards:write' },
    input: z.object({
      name,
      keyPrefix: keyPrefix.optional(),
      description: markdown.optional(),
      agentGuidance: agentGuidance.optional(),
      template: z
        .enum(['empty', 'kanban', 'agent-pipeline'])
        .optional()
        .describe(
          'The lists that the board starts with; absent = none. agent-pipeline also sets guidance for agents, unless you send your own.',
        ),
      language: z.enum(['en', 'de', 'es']).optional().describe('Of the lists and the guidance of the template; absent = en.'),
    }),
    output: board,
    rest: 'POST /api/boards',
    status: 201,
    // An agent's board has its owner as an admin too.
    records: ['board.created', 'list.created', 'member.added'],
    errors: ['conflict'],
  }),
  'board.list': read({
    summary: 'List the boards that the caller can read',
    spec: 'service §4, decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ archived: flag.optional().describe('List the archived boards instead.') }),
    output: z.array(board),
    rest: 'GET /api/boards',
  }),
  'board.summaries': read({
    summary: 'Read summaries of your boards: open cards, working agents, questions, who was active',
    spec: 'decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({}),
    output: z.array(boardSummary).describe('Up to 200 boards that are not archived, in no particular order.'),
    rest: 'GET /api/me/boards',
  }),
  'board.tree': read({
    summary: 'Read a whole board: lists, cards, labels, fields and members',
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      archived: flag.optional().describe('Show archived lists and cards too.'),
      firstCards: firstOfEach.describe(
        'On a board with more than 500 cards, show only the first cards of each list: this many, or 2,000 divided by the number of lists if that is fewer, but at least one. A smaller board is shown in full.',
      ),
    }),
    output: boardTree,
    rest: 'GET /api/boards/:boardId',
  }),
  'board.outline': read({
    summary: 'Read a board without its cards: lists, labels, fields and members',
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, archived: flag.optional().describe('Show archived lists too.') }),
    output: boardOutline,
    rest: 'GET /api/boards/:boardId/outline',
  }),
  'board.usage': read({
    summary: 'Read what the sessions of a board have used this month',
    spec: 'beyond §5',
    access: { target: 'board', role: 'viewer', scope: 'sessions:read' },
    input: z.object({ boardId: id }),
    output: boardUsage,
    rest: 'GET /api/boards/:boardId/usage',
  }),
  'board.update': mutation({
    summary: 'Change, archive or restore a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'boards:write', lesser: { role: 'member', fields: ['agentsPaused'] } },
    onArchived: true,
    input: z.object({
      boardId: id,
      name: name.optional(),
      description: markdown.optional(),
      agentGuidance: agentGuidance.optional(),
      agentsPaused: pauseAgents.optional(),
      completeParents: z.boolean().optional().describe('Complete a card when its last sub-card is completed.'),
      monthlyBudget: budget
        .nullable()
        .optional()
        .describe('What its sessions may use in a calendar month (UTC) before a person is asked. Set by people. null = no limit.'),
      reviewByOthers: z.boolean().optional().describe('The person who requested the work of an agent may not review it. Set by people.'),
      maxAgentSessions: mostSessions.optional(),
      archived: z
        .boolean()
        .optional()
        .describe('An archived board can be read, copied, exported, left and deleted; other changes are refused with 409.'),
      ifVersion,
      ifName: ifText,
      ifDescription: ifText,
    }),
    output: board,
    rest: 'PATCH /api/boards/:boardId',
    records: ['board.updated', 'board.archived', 'board.unarchived', 'card.blocked', 'card.unblocked', 'agent_session.updated'],
    errors: ['conflict'],
  }),
  'board.delete': mutation({
    summary: 'Permanently delete an archived board, including its files',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'boards:write' },
    onArchived: true,
    input: z.object({ boardId: id, name: z.string().max(200).describe('The name of the board, repeated.') }),
    output: null,
    rest: 'DELETE /api/boards/:boardId',
    records: ['card.unblocked', 'agent_session.updated'],
    errors: ['conflict'],
    endsCredentials: true,
  }),
  'board.copy': mutation({
    summary: 'Copy a board; the caller becomes the admin and only member of the copy',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:write' },
    onArchived: true,
    input: z.object({
      boardId: id,
      name: name.optional().describe('Absent = the name of the board, followed by "(copy)".'),
      keyPrefix: keyPrefix.optional(),
      withCards: z
        .boolean()
        .optional()
        .describe('Also copies the cards that are not archived, as open cards with unchecked checklists. Absent = no cards.'),
    }),
    output: board,
    rest: 'POST /api/boards/:boardId/copy',
    status: 201,
    records: ['board.created', 'list.created', 'label.created', 'field.created', 'card.created', 'rule.created', 'member.added'],
    errors: ['conflict', 'payload_too_large'],
  }),
  'board.archive.list': read({
    summary: 'List the archived cards of a board, most recently archived first',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, limit, cursor: id.optional().describe('The id of the last card of the previous page.') }),
    output: z.array(cardSummary),
    rest: 'GET /api/boards/:boardId/archive',
    paged: true,
  }),
  'board.activity': read({
    summary: "Read a board's log, newest first; with since, everything newer in ascending order",
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      limit,
      since: z.string().max(64).optional().describe('An activity id or an ISO-8601 time: only strictly newer activities, ascending.'),
      before: id.optional().describe('An activity id: only older activities, newest first.'),
      actorId: id.optional().describe('Only activities of this actor.'),
      verb: z
        .string()
        .max(100)
        .refine(isSelector, 'must be a verb such as card.moved, a family such as card.*, or *')
        .optional()
        .describe('Only this verb or family of verbs.'),
    }),
    output: z.array(activity),
    rest: 'GET /api/boards/:boardId/activity',
    paged: true,
  }),
  'board.log.head': read({
    summary: "Read the last hash of a board's log, which covers everything before it",
    spec: 'beyond §7',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: logHead,
    rest: 'GET /api/boards/:boardId/log/head',
  }),
} as const
