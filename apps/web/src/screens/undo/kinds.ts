/** The kinds of changes in an undo, as people name them, by verb. */
const kinds = {
  'card.created': 'created',
  'card.updated': 'changed',
  'card.priority_changed': 'changed',
  'card.moved': 'moved',
  'card.archived': 'archived',
  'card.unarchived': 'archived',
  'card.labeled': 'labels',
  'card.unlabeled': 'labels',
  'card.assigned': 'people',
  'card.unassigned': 'people',
  'card.delegated': 'delegation',
  'card.undelegated': 'delegation',
  'card.related': 'relations',
  'card.unrelated': 'relations',
  'card.field_set': 'fields',
  'card.field_cleared': 'fields',
  'card.checklist_item_added': 'checklist',
  'card.checklist_item_updated': 'checklist',
  'card.checklist_item_completed': 'checklist',
  'card.checklist_item_removed': 'checklist',
  'comment.added': 'comments',
  'comment.edited': 'comments',
  'comment.deleted': 'comments',
  'card.attachment_added': 'attachments',
  'card.attachment_removed': 'attachments',
  'card.review_requested': 'review',
  'list.created': 'lists',
  'list.updated': 'lists',
  'list.moved': 'lists',
  'list.archived': 'lists',
  'list.unarchived': 'lists',
  'label.created': 'boardLabels',
  'label.updated': 'boardLabels',
  'label.removed': 'boardLabels',
} as const satisfies Record<string, string>
export type Kind = (typeof kinds)[keyof typeof kinds] | 'other'

const known: Readonly<Record<string, Kind>> = kinds
export const kindOf = (verb: string): Kind => known[verb] ?? 'other'

/** The parts of a card, list or label that are named here; the names of attributes are in `i18n/attributes`. */
export const namedFields = [
  'title',
  'description',
  'completedAt',
  'coverAttachmentId',
  'review',
  'name',
  'color',
  'wipLimit',
  'wipPolicy',
  'category',
  'acceptance',
  'queue',
] as const
