import { z } from 'zod'
import { flag, id, ifVersion, limit, markdown, name } from '../fields.ts'
import { mutation, read } from '../operation.ts'
import { board, boardTree, cardSummary } from '../records/board.ts'
import { activity } from '../verbs.ts'

const keyPrefix = z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must be 2 to 10 of A-Z and 0-9, starting with a letter')
const agentGuidance = z.string().max(20_000).describe('What every agent should know that works on this board; sent with each session.')
const boardExample = { id: '019f0000-0000-7000-8000-000000000001' }

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
      template: z.enum(['empty', 'kanban', 'agent-pipeline']).optional(),
    }),
    output: board,
    rest: 'POST /api/boards',
    status: 201,
    records: ['board.created', 'list.created'],
    errors: ['conflict'],
    example: { input: { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' } },
  }),
  'board.list': read({
    summary: 'List the boards that the caller can read',
    spec: 'service §4, decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ archived: flag.optional().describe('List the archived boards instead.') }),
    output: z.array(board),
    rest: 'GET /api/boards',
    example: { input: {} },
  }),
  'board.tree': read({
    summary: 'Read a whole board: lists, cards, labels, fields and members',
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, archived: flag.optional().describe('Show archived lists and cards too.') }),
    output: boardTree,
    rest: 'GET /api/boards/:boardId',
    example: { input: { boardId: boardExample.id } },
  }),
  'board.update': mutation({
    summary: 'Change a board, archive it or bring it back',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'boards:write' },
    input: z.object({
      boardId: id,
      name: name.optional(),
      description: markdown.optional(),
      agentGuidance: agentGuidance.optional(),
      archived: z.boolean().optional(),
      ifVersion,
    }),
    output: board,
    rest: 'PATCH /api/boards/:boardId',
    records: ['board.updated', 'board.archived', 'board.unarchived'],
    errors: ['conflict'],
    example: { input: { boardId: boardExample.id, name: 'Engine room' } },
  }),
  'board.delete': mutation({
    summary: 'Delete an archived board for good, files included',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'boards:write' },
    input: z.object({ boardId: id, name: z.string().max(200).describe('The name of the board, repeated.') }),
    output: null,
    rest: 'DELETE /api/boards/:boardId',
    records: ['card.updated'],
    errors: ['conflict'],
  }),
  'board.copy': mutation({
    summary: 'Copy a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:write' },
    input: z.object({ boardId: id, name: name.optional(), keyPrefix: keyPrefix.optional(), withCards: z.boolean().optional() }),
    output: board,
    rest: 'POST /api/boards/:boardId/copy',
    status: 201,
    records: ['board.created'],
    errors: ['conflict'],
  }),
  'board.archive.list': read({
    summary: 'List the archived cards of a board, latest first',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, limit, cursor: id.optional().describe('The id of the last card seen.') }),
    output: z.array(cardSummary),
    rest: 'GET /api/boards/:boardId/archive',
    paged: true,
    example: { input: { boardId: boardExample.id } },
  }),
  'board.activity': read({
    summary: "Read a board's log: newest first, or with since everything newer, ascending",
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      limit,
      since: z.string().max(64).optional().describe('An activity id or an ISO-8601 time: only what is strictly newer, ascending.'),
      before: id.optional().describe('An activity id: only what is older, newest first.'),
    }),
    output: z.array(activity),
    rest: 'GET /api/boards/:boardId/activity',
    paged: true,
    example: { input: { boardId: boardExample.id, limit: 20 } },
  }),
} as const
