import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §3: cards related to cards. */
export const relations = {
  'relation.put.kinds': {
    source: 'decisions §3',
    rule: 'PUT /api/cards/:id/relations/:otherCardId takes the kinds blocks, relates and parent and refuses others with 400.',
  },
  'relation.put.idempotent': { source: 'decisions §1, decisions §3', rule: 'Relating the same cards twice answers 204 both times.' },
  'relation.put.other-board': {
    source: 'decisions §3',
    rule: 'A card can be related to a card on another board which the caller can read.',
  },
  'relation.put.unreadable-board': { source: 'decisions §3', rule: 'Relating to a card on an unreadable board is refused.' },
  'relation.put.blocks-cycle': { source: 'decisions §3', rule: 'A cycle of blocks answers 400.' },
  'relation.put.parent-cycle': { source: 'decisions §3', rule: 'A cycle of parents answers 400.' },
  'relation.put.concurrent-cycle': { source: 'decisions §3', rule: 'Two relations put at once that would close a cycle leave no cycle.' },
  'relation.delete.answer': { source: 'decisions §3', rule: 'DELETE of a relation answers 204, also when there is none.' },
  'relation.blocked.shown': { source: 'decisions §3', rule: 'A card that another one blocks reads blocked true in its summary.' },
} as const satisfies RequirementTable
