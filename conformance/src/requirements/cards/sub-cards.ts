import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §4: sub-cards. */
export const subCards = {
  'children.add': {
    source: 'beyond §4',
    rule: 'POST /api/cards/:id/children {title, …} creates one sub-card and answers it, {titles: […]} up to 50 and answers them in their order: at the end of the list of the card, or of listId. The log has card.created of each, and card.related with kind parent. Neither or both, or more, get 400; nothing is made.',
  },
  'children.who': {
    source: 'beyond §4',
    rule: 'Sub-cards are made with role member: a viewer gets 403, an outsider 404. Repeated with its clientMutationId, a call makes them once.',
  },
  'children.list': {
    source: 'beyond §4',
    rule: 'GET /api/cards/:id/children lists the sub-cards that the caller can read, in the order in which they came to the card, those of other boards too; up to 200, as many as a card has relations.',
  },
  'children.progress': {
    source: 'beyond §4',
    rule: 'progress {done, total} of a card and in the tree counts its sub-cards that are not archived. When one is completed, reopened, archived or restored, alone or with its list, or its board is deleted, the log of the board of the parent has card.updated with progress.',
  },
  'children.complete-parents': {
    source: 'beyond §4',
    rule: 'On a board with completeParents, false when it is made, a card is completed with the last of its sub-cards, and so are those above it, over 20 levels and 500 cards at most; what it blocked is free. That the last open one is archived or taken away completes none. A card that waits for review stays open, and so does one in a list with acceptance required when an agent completes the last.',
  },
} as const satisfies RequirementTable
