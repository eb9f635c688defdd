/** An open card, of whatever board that is not archived, blocks the card whose id `cardId` names in SQL. As `card_faces` says it. Specification: decisions §3. */
export const isBlocked = (cardId: string): string => `exists (select from relations r join cards b on b.id = r.card_id
    join boards o on o.id = b.board_id
    where r.other_card_id = ${cardId} and r.kind = 'blocks' and b.completed_at is null and b.archived_at is null and o.archived_at is null)`
