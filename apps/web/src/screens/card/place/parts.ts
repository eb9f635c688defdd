import type { CardPart } from '@tandem/contract'

/** What a copy may take along. */
export const cardParts: readonly CardPart[] = ['labels', 'assignees', 'fields', 'dates', 'checklist', 'attachments']
