import type { Card, CardRelation, InputOf } from '@tandem/contract'

/** How another card stands to this one, as this one says it. */
export const relationTypes = ['blockedBy', 'blocks', 'parent', 'child', 'relates'] as const
export type RelationType = (typeof relationTypes)[number]

type Kind = CardRelation['kind']
const kinds: Record<RelationType, { kind: Kind; direction: CardRelation['direction'] }> = {
  blockedBy: { kind: 'blocks', direction: 'in' },
  blocks: { kind: 'blocks', direction: 'out' },
  parent: { kind: 'parent', direction: 'in' },
  child: { kind: 'parent', direction: 'out' },
  relates: { kind: 'relates', direction: 'out' },
}

export function relationTypeOf({ kind, direction }: CardRelation): RelationType {
  return relationTypes.find((type) => kinds[type].kind === kind && (kind === 'relates' || kinds[type].direction === direction)) ?? 'relates'
}

/** A relation is told of the card that blocks, or that is the parent. */
export function relationInput(type: RelationType, card: Pick<Card, 'id'>, otherId: string): InputOf<'relation.put'> {
  const { kind, direction } = kinds[type]
  return direction === 'out' ? { cardId: card.id, otherCardId: otherId, kind } : { cardId: otherId, otherCardId: card.id, kind }
}

/** As the service will show it. */
export const relationTo = (type: RelationType, other: CardRelation['card']): CardRelation => ({ ...kinds[type], card: other })
