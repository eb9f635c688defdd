/** The address of a card on a page of its own: it stays when the card moves to another board. */
export const cardAddress = (key: string): string => `${location.origin}/cards/${key}`
