import { z } from 'zod'
import { flag, id, limit, name, seqInQuery } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { boardExport, boardImport, importedEntry } from '../../records/boards/transfer.ts'

/** Export and import of boards. Specification: decisions §3. */
export const transfer = {
  'board.export': read({
    summary: 'Export a board as one JSON document that board.import accepts, or with its files as a ZIP archive',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      attachments: flag.optional().describe('A ZIP archive (application/zip) with the document as `board.json` and the attached files.'),
    }),
    output: boardExport,
    rest: 'GET /api/boards/:boardId/export',
  }),
  'board.import': mutation({
    summary: 'Import a board from a Tandem or Trello export or a CSV file; import.get reads its progress',
    spec: 'decisions §2 and §3',
    access: { self: true, scope: 'boards:write' },
    input: z.object({
      file: z.file().describe('The part `file` of the multipart body.'),
      name: name.optional().describe('The name of the new board; the name in the file when absent.'),
    }),
    output: z.object({ importId: id }),
    rest: 'POST /api/boards/import',
    status: 202,
    records: [
      'board.created',
      'board.imported',
      'member.added',
      'member.requested',
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
      'card.checklist_item_completed',
      'comment.added',
    ],
    errors: ['conflict', 'payload_too_large', 'unsupported_media_type'],
    body: 'multipart',
  }),
  'import.get': read({
    summary: 'Read the progress of an import, and what it left out',
    spec: 'decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ importId: id }),
    output: boardImport,
    rest: 'GET /api/imports/:importId',
    errors: ['not_found'],
  }),
  'import.list': read({
    summary: 'List your imports, newest first',
    spec: 'decisions §3',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ limit, cursor: id.optional().describe('The id of the last import of the previous page.') }),
    output: z.array(boardImport),
    rest: 'GET /api/imports',
    paged: true,
  }),
  'import.history': read({
    summary: 'List the history that was imported with a board, newest first',
    spec: 'decisions §3',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      limit,
      before: seqInQuery.optional().describe('A seq of this list: only older entries.'),
    }),
    output: z.array(importedEntry),
    rest: 'GET /api/boards/:boardId/imported-history',
    paged: true,
  }),
} as const
