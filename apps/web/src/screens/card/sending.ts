/** The id of a part of a card, such as a comment, that the service has not answered yet. */
export const sendingId = (): string => `sending ${crypto.randomUUID()}`

export const isSending = ({ id }: { id: string }): boolean => id.startsWith('sending')
