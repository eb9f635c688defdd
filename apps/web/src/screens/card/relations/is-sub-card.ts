import type { CardRelation } from '@tandem/contract'

/** Whether the card is listed under Sub-cards, and not under Linked cards: archived ones do not count as sub-cards. */
export const isSubCard = ({ kind, direction, card }: CardRelation): boolean =>
  kind === 'parent' && direction === 'out' && card.archivedAt === null
