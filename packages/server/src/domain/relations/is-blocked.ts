/** SQL condition: an open card on a board that is not archived blocks the card `cardId`. `card_faces` has the same. Specification: decisions §3. */
export const isBlocked = (cardId: string): string => `exists (select from relations r join cards b on b.id = r.card_id
    join boards o on o.id = b.board_id
    where r.other_card_id = ${cardId} and r.kind = 'blocks' and b.completed_at is null and b.archived_at is null and o.archived_at is null)`
