import { useOpenCard } from '../card-context.ts'
import { isSending } from '../sending.ts'

/** Moves an item to an index among the others, counted without it. */
export function useMoveItem(): (itemId: string, to: number) => void {
  const { card, edit } = useOpenCard()
  return (itemId, to) => {
    const item = card.checklistItems.find((one) => one.id === itemId)
    const others = card.checklistItems.filter((one) => one.id !== itemId && !isSending(one))
    if (!item || to < 0 || to > others.length) return
    const neighbours = to === 0 ? { beforeId: null, afterId: others[0]?.id ?? null } : { beforeId: others[to - 1]?.id ?? null }
    const shown = () => ({ checklistItems: [...others.toSpliced(to, 0, item), ...card.checklistItems.filter(isSending)] })
    void edit('checklist.update', { input: { checklistItemId: itemId, ...neighbours }, shown })
  }
}
