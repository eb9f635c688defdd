import type { Card, CardRelation, InputOf } from '@tandem/contract'

/** How another card stands to this one, as this one says it. */
export const ways = ['blockedBy', 'blocks', 'parent', 'child', 'relates'] as const
export type Way = (typeof ways)[number]

type Kind = CardRelation['kind']
const kinds: Record<Way, { kind: Kind; direction: CardRelation['direction'] }> = {
  blockedBy: { kind: 'blocks', direction: 'in' },
  blocks: { kind: 'blocks', direction: 'out' },
  parent: { kind: 'parent', direction: 'in' },
  child: { kind: 'parent', direction: 'out' },
  relates: { kind: 'relates', direction: 'out' },
}

export function wayOf({ kind, direction }: CardRelation): Way {
  return ways.find((way) => kinds[way].kind === kind && (kind === 'relates' || kinds[way].direction === direction)) ?? 'relates'
}

/** A relation is told of the card that blocks, or that is the parent. */
export function relationInput(way: Way, card: Pick<Card, 'id'>, otherId: string): InputOf<'relation.put'> {
  const { kind, direction } = kinds[way]
  return direction === 'out' ? { cardId: card.id, otherCardId: otherId, kind } : { cardId: otherId, otherCardId: card.id, kind }
}

/** As the service will show it. */
export const relationTo = (way: Way, other: CardRelation['card']): CardRelation => ({ ...kinds[way], card: other })
