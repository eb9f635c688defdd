/** SQL condition: the card is open, on a board that is not archived. A value and not a join: see `byId`. */
export const isOpenCard = (cardId: string): string => `(select k.completed_at is null and k.archived_at is null
    and (select h.archived_at is null from boards h where h.id = k.board_id) from cards k where k.id = ${cardId})`

/** SQL condition: an open card blocks the card `cardId`. `card_faces` has the same. Specification: decisions §3. */
export const isBlocked = (cardId: string): string =>
  `exists (select from relations r where r.other_card_id = ${cardId} and r.kind = 'blocks' and ${isOpenCard('r.card_id')})`
