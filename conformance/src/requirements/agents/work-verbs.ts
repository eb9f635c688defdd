import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §6 and decisions.md §3: the verbs of boards, lists, cards and comments with the keys of their payloads. */
export const workVerbs = {
  'verb.board.created': { source: 'service §6', rule: 'Creating a board appends board.created with name.' },
  'verb.board.updated': { source: 'service §6', rule: 'Changing a board appends board.updated with the changed fields.' },
  'verb.board.archived': { source: 'decisions §3', rule: 'Archiving a board appends board.archived.' },
  'verb.board.unarchived': { source: 'decisions §3', rule: 'Bringing a board back appends board.unarchived.' },
  'verb.board.view-saved': { source: 'service §6', rule: 'Saving a view appends board.view_saved with viewId and name.' },
  'verb.board.view-updated': {
    source: 'service §6',
    rule: 'Changing a view appends board.view_updated with viewId and the changed fields.',
  },
  'verb.board.view-removed': { source: 'service §6', rule: 'Removing a view appends board.view_removed with viewId.' },
  'verb.board.private-view-name': { source: 'decisions §3', rule: 'The board.view_* activities of a private view carry name null.' },
  'verb.list.created': { source: 'service §6', rule: 'Creating a list appends list.created with listId and name.' },
  'verb.list.updated': { source: 'service §6', rule: 'Changing a list appends list.updated with listId and the changed fields.' },
  'verb.list.moved': { source: 'service §6', rule: 'Reordering a list appends list.moved with listId and position.' },
  'verb.list.archived': { source: 'service §6', rule: 'Archiving a list appends list.archived with listId.' },
  'verb.list.unarchived': { source: 'decisions §3', rule: 'Bringing a list back appends list.unarchived.' },
  'verb.card.created': { source: 'service §6', rule: 'Creating a card appends card.created with title and listId.' },
  'verb.card.updated': { source: 'service §6', rule: 'Changing a card appends card.updated with the changed fields.' },
  'verb.card.moved': { source: 'service §6', rule: 'Moving a card appends card.moved with fromListId, toListId and position.' },
  'verb.card.archived': { source: 'service §6', rule: 'Archiving a card appends card.archived with cardId.' },
  'verb.card.unarchived': { source: 'decisions §3', rule: 'Bringing a card back appends card.unarchived.' },
  'verb.card.assigned': { source: 'service §6', rule: 'Assigning a human appends card.assigned with actorId.' },
  'verb.card.unassigned': { source: 'service §6', rule: 'Unassigning a human appends card.unassigned with actorId.' },
  'verb.card.delegated': { source: 'service §6', rule: 'Delegating appends card.delegated with agentActorId and delegatedByActorId.' },
  'verb.card.undelegated': { source: 'service §6', rule: 'Undelegating appends card.undelegated with agentActorId.' },
  'verb.card.labeled': { source: 'service §6', rule: 'Putting a label on a card appends card.labeled with labelId.' },
  'verb.card.unlabeled': { source: 'service §6', rule: 'Taking a label off a card appends card.unlabeled with labelId.' },
  'verb.card.linked': {
    source: 'service §6',
    rule: 'Linking a card appends card.linked with linkId, externalSystem, externalId and externalUrl.',
  },
  'verb.card.unlinked': {
    source: 'service §6',
    rule: 'Unlinking a card appends card.unlinked with linkId, externalSystem, externalId and externalUrl.',
  },
  'verb.card.mentioned': { source: 'service §6', rule: 'A mention in a card appends card.mentioned with cardId and mentionedActorIds.' },
  'verb.card.priority-changed': { source: 'service §6', rule: 'Changing the priority appends card.priority_changed with priority.' },
  'verb.card.field-set': { source: 'service §6', rule: 'Setting a field value appends card.field_set with fieldId and value.' },
  'verb.card.field-cleared': { source: 'service §6', rule: 'Clearing a field value appends card.field_cleared with fieldId.' },
  'verb.card.deleted': { source: 'beyond §4', rule: 'Deleting a card appends card.deleted with cardId and key.' },
  'verb.card.attachment-added': {
    source: 'service §6',
    rule: 'Adding an attachment appends card.attachment_added with cardId, attachmentId, filename, contentType and sizeBytes.',
  },
  'verb.card.attachment-removed': {
    source: 'service §6',
    rule: 'Removing an attachment appends card.attachment_removed with cardId, attachmentId and filename.',
  },
  'verb.card.checklist-item-added': {
    source: 'service §6',
    rule: 'Adding an item appends card.checklist_item_added with cardId, itemId and text.',
  },
  'verb.card.checklist-item-updated': {
    source: 'service §6',
    rule: 'Changing an item appends card.checklist_item_updated with cardId, itemId and text.',
  },
  'verb.card.checklist-item-completed': {
    source: 'service §6',
    rule: 'Ticking an item appends card.checklist_item_completed with cardId, itemId and text.',
  },
  'verb.card.checklist-item-removed': {
    source: 'service §6',
    rule: 'Deleting an item appends card.checklist_item_removed with cardId, itemId and text.',
  },
  'verb.card.related': { source: 'decisions §3', rule: 'Relating two cards appends card.related.' },
  'verb.card.unrelated': { source: 'decisions §3', rule: 'Removing a relation appends card.unrelated.' },
  'verb.comment.added': { source: 'service §6', rule: 'Commenting appends comment.added with commentId and body.' },
  'verb.comment.edited': { source: 'service §6', rule: 'Editing a comment appends comment.edited with commentId and body.' },
  'verb.comment.reaction_added': {
    source: 'beyond §10',
    rule: 'A reaction that was not there appends comment.reaction_added with cardId, commentId and emoji, and notifies no one.',
  },
  'verb.comment.reaction_removed': {
    source: 'beyond §10',
    rule: 'Taking a reaction off appends comment.reaction_removed with cardId, commentId and emoji.',
  },
  'verb.comment.deleted': { source: 'service §6', rule: 'Deleting a comment appends comment.deleted with cardId and commentId.' },
  'verb.comment.mentioned': {
    source: 'service §6',
    rule: 'A mention in a comment appends comment.mentioned with cardId, commentId and mentionedActorIds.',
  },
} as const satisfies RequirementTable
