import { z } from 'zod'
import { id, ifText, neighbour } from '../../fields.ts'
import { mutation } from '../../operation.ts'
import { external } from '../../records/author.ts'
import { checklistItem } from '../../records/boards/board.ts'

const text = z.string().trim().min(1).max(500)

/** Checklist items. Specification: service §2 and §4, decisions §3. */
export const checklists = {
  'checklist.add': mutation({
    summary: 'Add a checklist item to a card',
    spec: 'service §4',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, text, external, assigneeActorId: id.nullable().optional() }),
    output: checklistItem,
    rest: 'POST /api/cards/:cardId/checklist-items',
    status: 201,
    records: ['card.checklist_item_added'],
  }),
  'checklist.update': mutation({
    summary: 'Check off, rename, reorder or assign a checklist item',
    spec: 'service §4, decisions §3',
    access: { target: 'checklistItem', role: 'member', scope: 'cards:write' },
    input: z.object({
      checklistItemId: id,
      done: z.boolean().optional(),
      text: text.optional(),
      external,
      assigneeActorId: id.nullable().optional(),
      beforeId: neighbour.describe('The item just above the position; null = the open end.'),
      afterId: neighbour.describe('The item just below the position; null = the open end.'),
      ifText,
    }),
    output: checklistItem,
    rest: 'PATCH /api/checklist-items/:checklistItemId',
    records: ['card.checklist_item_updated', 'card.checklist_item_completed'],
    errors: ['conflict'],
  }),
  'checklist.tick': mutation({
    summary: 'Check off or reopen several checklist items of a card at once: all or none',
    spec: 'beyond §2',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, checklistItemIds: z.array(id).min(1).max(500), done: z.boolean() }),
    output: z.object({ checklistItems: z.array(checklistItem) }),
    rest: 'PATCH /api/cards/:cardId/checklist-items',
    records: ['card.checklist_item_updated', 'card.checklist_item_completed'],
  }),
  'checklist.remove': mutation({
    summary: 'Delete a checklist item',
    spec: 'decisions §3',
    access: { target: 'checklistItem', role: 'member', scope: 'cards:write' },
    input: z.object({ checklistItemId: id }),
    output: null,
    rest: 'DELETE /api/checklist-items/:checklistItemId',
    records: ['card.checklist_item_removed'],
  }),
} as const
