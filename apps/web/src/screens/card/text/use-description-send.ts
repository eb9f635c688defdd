import type { Send } from '../../../mutations/save-text.ts'
import { useOpenCard } from '../card-context.ts'

/** Sends the description of the open card with the text that it was begun from. */
export function useDescriptionSend(): Send {
  const { card, edit } = useOpenCard()
  return (description, ifDescription, refused) =>
    edit('card.update', { input: { cardId: card.id, description, ifDescription }, shown: () => ({ description }), refused })
}
