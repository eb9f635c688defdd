import { z } from 'zod'
import { color, flag, id, ifText, limit, listCategory, name, neighbour, wipPolicy } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { acceptances } from '../../records/agents/review.ts'
import { cardSummary, list } from '../../records/boards/board.ts'

const acceptance = z
  .enum(acceptances)
  .describe('required: a person reviews the work of agents here before the card is completed. Agents cannot turn this off.')

const mostQueueAgents = 50
const listQueueInput = z
  .object({
    agentActorIds: z.array(id).max(mostQueueAgents).default([]).describe('Agents of the board. Empty = any agent of the board.'),
    keep: z.boolean().optional().describe('True leaves a list that is already a queue unchanged.'),
  })
  .describe('Makes the list a queue, from which agents claim ready cards themselves. Null = no queue.')

/** The last card of a page: how often the board's ranks had been spread, its id, and its rank. */
const placeInList = z
  .string()
  .max(500)
  .regex(/^\d{1,9}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9A-Za-z]+$/, 'must be the cursor of a page of this list, unchanged')

/** Lists: the columns of a board. Specification: decisions §3. */
export const lists = {
  'list.create': mutation({
    summary: 'Add a list to a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'member', scope: 'boards:write' },
    input: z.object({
      boardId: id,
      name,
      beforeId: neighbour,
      afterId: neighbour,
      category: listCategory.default('none'),
      acceptance: acceptance.default('none'),
    }),
    output: list,
    rest: 'POST /api/boards/:boardId/lists',
    status: 201,
    records: ['list.created'],
  }),
  'list.cards': read({
    summary: 'Read the cards of a list in order, one page at a time',
    spec: 'decisions §3',
    access: { target: 'list', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      listId: id,
      archived: flag.optional().describe('Show archived cards too.'),
      limit,
      cursor: placeInList.optional().describe('From the Link header of the previous page.'),
    }),
    output: z.array(cardSummary),
    rest: 'GET /api/lists/:listId/cards',
    paged: true,
  }),
  'list.update': mutation({
    summary: 'Rename, move, limit, categorize, color or archive a list, or require review of the work in it',
    spec: 'decisions §3',
    access: { target: 'list', role: 'member', scope: 'boards:write' },
    input: z.object({
      listId: id,
      name: name.optional(),
      beforeId: neighbour.describe('The list just left of the position; null = the open end.'),
      afterId: neighbour.describe('The list just right of the position; null = the open end.'),
      archived: z.boolean().optional(),
      wipLimit: z
        .int()
        .min(1)
        .max(10_000)
        .nullable()
        .optional()
        .describe('The maximum number of cards in progress here. Null = no limit. wipPolicy says whom a full list blocks.'),
      wipPolicy: wipPolicy.optional(),
      category: listCategory.optional(),
      acceptance: acceptance.optional(),
      color: color.nullable().optional().describe('A name such as `red`, or `#rrggbb`. Null = none.'),
      queue: listQueueInput.nullable().optional(),
      ifName: ifText,
    }),
    output: list,
    rest: 'PATCH /api/lists/:listId',
    records: [
      'list.updated',
      'list.moved',
      'list.archived',
      'list.unarchived',
      'card.archived',
      'card.unarchived',
      'card.blocked',
      'card.unblocked',
      'agent_session.updated',
      'rule.updated',
    ],
    errors: ['conflict'],
  }),
} as const
