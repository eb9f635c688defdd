import { z } from 'zod'
import { color, id, ifText, name } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { label } from '../../records/boards/label.ts'

/** Labels of a board, and on cards. Specification: service §6, decisions §3. */
export const labels = {
  'label.list': read({
    summary: 'List the labels of a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(label),
    rest: 'GET /api/boards/:boardId/labels',
  }),
  'label.create': mutation({
    summary: 'Add a label to a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'member', scope: 'boards:write' },
    input: z.object({ boardId: id, name, color }),
    output: label,
    rest: 'POST /api/boards/:boardId/labels',
    status: 201,
    records: ['label.created'],
    errors: ['conflict'],
  }),
  'label.update': mutation({
    summary: 'Rename or recolor a label',
    spec: 'decisions §3',
    access: { target: 'label', role: 'member', scope: 'boards:write' },
    input: z.object({ labelId: id, name: name.optional(), color: color.optional(), ifName: ifText }),
    output: label,
    rest: 'PATCH /api/labels/:labelId',
    records: ['label.updated'],
    errors: ['conflict'],
  }),
  'label.delete': mutation({
    summary: 'Delete a label and remove it from every card; rules that use it are paused',
    spec: 'decisions §3 and §5',
    access: { target: 'label', role: 'member', scope: 'boards:write' },
    input: z.object({ labelId: id }),
    output: null,
    rest: 'DELETE /api/labels/:labelId',
    records: ['label.removed', 'rule.updated'],
  }),
  'card.label': mutation({
    summary: 'Add a label to a card',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, labelId: id }),
    output: null,
    rest: 'PUT /api/cards/:cardId/labels/:labelId',
    records: ['card.labeled'],
  }),
  'card.unlabel': mutation({
    summary: 'Remove a label from a card',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, labelId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/labels/:labelId',
    records: ['card.unlabeled'],
  }),
} as const
