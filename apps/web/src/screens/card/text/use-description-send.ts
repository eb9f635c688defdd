import type { Send } from '../../../mutations/texts/save-text.ts'
import { useOpenCard } from '../card-context.ts'

/** Sends the description of the open card with the text that the edit began from. */
export function useDescriptionSend(): Send {
  const { card, edit } = useOpenCard()
  return (description, ifDescription, refused) =>
    edit('card.update', { input: { cardId: card.id, description, ifDescription }, shown: () => ({ description }), refused })
}
