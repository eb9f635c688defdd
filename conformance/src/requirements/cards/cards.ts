import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §3, §4 and decisions.md §3: cards, their detail and completion. */
export const cards = {
  'card.create.answer': { source: 'service §4', rule: 'POST /api/lists/:id/cards answers 201 with the created card.' },
  'card.create.title-only': { source: 'service §4', rule: 'A title is enough to create a card.' },
  'card.create.title-length': {
    source: 'decisions §3',
    rule: 'A title of 1..500 characters is accepted; an empty, longer or missing one answers 400.',
  },
  'card.create.description-length': { source: 'decisions §3', rule: 'A description above 100,000 characters answers 400.' },
  'card.create.optional-fields': {
    source: 'decisions §3',
    rule: 'A card can be created with description, labelIds, assigneeActorIds and each of its attributes, such as priority and dueAt.',
  },
  'card.create.position': { source: 'decisions §3', rule: 'A card created with beforeId or afterId lands at that place in the list.' },
  'card.create.mcp-same': { source: 'service §4', rule: 'A card created by MCP card_write create is the same as one created by REST.' },
  'card.number.per-board': { source: 'service §2', rule: 'Every card gets a number of its own on its board.' },
  'card.key.composed': { source: 'service §2', rule: 'Card detail carries key as <PREFIX>-<number>.' },
  'card.key.resolves': { source: 'service §4', rule: 'GET /api/cards/by-key/:key answers the same envelope as GET /api/cards/:id.' },
  'card.key.case-insensitive': { source: 'service §2, service §4', rule: 'A key resolves in any mixture of upper and lower case.' },
  'card.key.unreadable': { source: 'decisions §1', rule: 'The key of a card on an unreadable board answers 404.' },
  'card.detail.envelope': { source: 'service §2, service §4', rule: 'GET /api/cards/:id answers {card: {…}}.' },
  'card.detail.checklist-items': { source: 'service §2, service §4', rule: 'Card detail carries checklistItems.' },
  'card.detail.delegation': { source: 'service §2, decisions §3', rule: 'Card detail carries delegation, {agentActorId} or null.' },
  'card.detail.latest-comments': { source: 'decisions §3', rule: 'Card detail carries the latest 50 comments.' },
  'card.detail.extras': {
    source: 'decisions §3',
    rule: 'Card detail carries description, links, attachments, fieldValues, watchers, sessions, createdBy and key.',
  },
  'card.update.answer': { source: 'service §4', rule: 'PATCH /api/cards/:id answers 200 with the updated card.' },
  'card.update.fields': {
    source: 'decisions §3',
    rule: 'PATCH /api/cards/:id changes title, description, labelIds, assigneeActorIds and each attribute, such as priority and dueAt.',
  },
  'card.update.priority-values': {
    source: 'decisions §3',
    rule: 'A priority is one of none, low, medium, high and urgent; anything else answers 400.',
  },
  'card.update.archive': { source: 'decisions §3', rule: 'PATCH with archived true archives the card and with false brings it back.' },
  'card.update.activities-each': { source: 'decisions §1', rule: 'A PATCH that does several things appends one activity for each.' },
  'card.update.activity-order': {
    source: 'decisions §1',
    rule: 'The activities of one PATCH come as updated, priority_changed, labelling, assigning, moved, archived.',
  },
  'card.complete.sets': { source: 'service §3', rule: 'PATCH completedAt with a datetime completes the card.' },
  'card.complete.reopens': { source: 'service §3', rule: 'PATCH completedAt with null reopens a completed card.' },
  'card.complete.sessions-kept': { source: 'decisions §4', rule: 'Completing a card leaves its live sessions as they are.' },
  'card.archive.sessions-kept': { source: 'decisions §4', rule: 'Archiving a card leaves its live sessions as they are.' },
  'card.watch.viewer': { source: 'service §4', rule: 'A viewer can watch a card: PUT /api/cards/:id/watch answers 204.' },
  'card.watch.idempotent': { source: 'service §4', rule: 'Watching twice and unwatching twice answer 204 each time.' },
  'card.watch.no-activity': { source: 'decisions §3', rule: 'Watching and unwatching append no activity.' },
  'card.watch.shown': { source: 'decisions §3', rule: 'A watcher appears in watchers of the card detail and disappears on unwatching.' },
  'card.delete.archived-only': { source: 'beyond §4', rule: 'A card that is not archived, or on which an agent works, is not deleted.' },
  'card.delete.admin-only': { source: 'beyond §4', rule: 'Only an admin of the board deletes a card for good.' },
  'card.delete.gone': {
    source: 'beyond §4',
    rule: 'DELETE /api/cards/:id deletes a card with its comments, files, checklist, links, relations, sessions and notifications.',
  },
  'card.delete.logged': {
    source: 'beyond §4',
    rule: 'Deleting a card appends card.deleted with cardId and key; what the log told of it stays.',
  },
  'card.copy.endpoint': { source: 'decisions §3', rule: 'POST /api/cards/:id/copy makes a new card from an existing one.' },
} as const satisfies RequirementTable
