import { z } from 'zod'
import { id, name } from '../fields.ts'
import { mutation, read } from '../operation.ts'
import { boardExport, boardImport } from '../records/transfer.ts'

const boardId = '019f0000-0000-7000-8000-000000000001'

/** Boards out of the service and into it. Specification: decisions §3. */
export const transfer = {
  'board.export': read({
    summary: 'Export a board as one JSON document that board.import takes',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: boardExport,
    rest: 'GET /api/boards/:boardId/export',
    example: { input: { boardId } },
  }),
  'board.import': mutation({
    summary: 'Make a board of a Tandem or Trello export or a CSV file; follow it with import.get',
    spec: 'decisions §2 and §3',
    access: { self: true, scope: 'boards:write' },
    input: z.object({
      file: z.file().describe('The part `file` of the multipart body.'),
      name: name.optional().describe('The name of the new board; that of the file when absent.'),
    }),
    output: z.object({ importId: id }),
    rest: 'POST /api/boards/import',
    status: 202,
    records: [
      'board.created',
      'list.created',
      'list.archived',
      'label.created',
      'field.created',
      'rule.created',
      'board.view_saved',
      'card.created',
      'card.archived',
      'card.labeled',
      'card.assigned',
      'card.related',
      'card.field_set',
      'card.attachment_added',
      'card.checklist_item_added',
      'comment.added',
    ],
    errors: ['payload_too_large', 'unsupported_media_type'],
    body: 'multipart',
  }),
  'import.get': read({
    summary: 'See how far your import is and what it left out',
    spec: 'decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ importId: id }),
    output: boardImport,
    rest: 'GET /api/imports/:importId',
    errors: ['not_found'],
  }),
} as const
