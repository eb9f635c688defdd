import { z } from 'zod'
import { id, ifVersion, limit, name } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { gatherFieldParameters, searchConditions, searchHit } from '../../records/boards/search.ts'
import { view, viewColumns, viewLanes, viewLayout, viewSort } from '../../records/boards/view.ts'

const query = z
  .preprocess(gatherFieldParameters, z.object(searchConditions))
  .describe('The parameters of search.cards, without boardId, limit and cursor.')

/**
 * Saved views. A viewer may have private ones; a shared one needs a member with boards:write, which the handler checks. Specification:
 * service §4 and §6, decisions §2 and §3.
 */
export const views = {
  'view.list': read({
    summary: "List a board's shared views and your private ones",
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(view),
    rest: 'GET /api/boards/:boardId/views',
  }),
  'view.create': mutation({
    summary: 'Save a view: private for any reader, or shared for members',
    spec: 'decisions §2 and §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      name,
      query,
      layout: viewLayout.default('list'),
      lanes: viewLanes.nullable().default(null),
      emptyLanes: z.boolean().default(false),
      columns: viewColumns.nullable().default(null),
      sort: viewSort.nullable().default(null),
      shared: z.boolean().default(false),
    }),
    output: view,
    rest: 'POST /api/boards/:boardId/views',
    status: 201,
    records: ['board.view_saved'],
  }),
  'view.get': read({
    summary: 'Read a saved view',
    spec: 'decisions §3',
    access: { target: 'view', role: 'viewer', scope: 'boards:read' },
    input: z.object({ viewId: id }),
    output: view,
    rest: 'GET /api/views/:viewId',
  }),
  'view.update': mutation({
    summary: 'Change a saved view, share it, or make it private',
    spec: 'decisions §2 and §3',
    access: { target: 'view', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      viewId: id,
      name: name.optional(),
      query: query.optional(),
      layout: viewLayout.optional(),
      lanes: viewLanes.nullable().optional(),
      emptyLanes: z.boolean().optional(),
      columns: viewColumns.nullable().optional(),
      sort: viewSort.nullable().optional(),
      shared: z.boolean().optional(),
      ifVersion,
    }),
    output: view,
    rest: 'PATCH /api/views/:viewId',
    records: ['board.view_updated'],
    errors: ['conflict'],
  }),
  'view.delete': mutation({
    summary: 'Delete a saved view',
    spec: 'decisions §2 and §3',
    access: { target: 'view', role: 'viewer', scope: 'boards:read' },
    input: z.object({ viewId: id }),
    output: null,
    rest: 'DELETE /api/views/:viewId',
    records: ['board.view_removed'],
  }),
  'view.cards': read({
    summary: 'List the cards that a saved view shows now',
    spec: 'decisions §3',
    access: { target: 'view', role: 'viewer', scope: 'boards:read' },
    input: z.object({ viewId: id, limit, cursor: z.string().max(500).optional().describe('From the Link header of the previous page.') }),
    output: z.array(searchHit),
    rest: 'GET /api/views/:viewId/cards',
    paged: true,
  }),
} as const
