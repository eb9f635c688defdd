import { useOpenCard } from '../card-context.ts'

/** Sets the cover of the card; null removes it. */
export function useSetCover(): (attachmentId: string | null) => void {
  const { card, edit } = useOpenCard()
  return (coverAttachmentId) => {
    const change = { coverAttachmentId }
    void edit('card.update', { input: { cardId: card.id, ...change }, shown: () => change, tile: change })
  }
}
