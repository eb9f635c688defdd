import { useNavigate } from '@tanstack/react-router'
import type { Place } from './use-place.ts'

/** The handler that a page offers, or none yet. */
type Offered = () => (() => void) | undefined

/** Gives a command to the card of the palette. A card that has only the focus is opened first, as what it needs is in the open card. */
export function useOnOpenCard({ board, card }: Pick<Place, 'board' | 'card'>): (offered: Offered) => void {
  const navigate = useNavigate()
  // After the palette has returned the focus.
  return (offered) =>
    void setTimeout(() => {
      const run = offered()
      if (run) return run()
      if (!board || !card) return
      void navigate({ to: '/boards/$boardId/cards/$key', params: { boardId: board.id, key: card.key }, search: true })
      onceOffered(offered)
    })
}

/** In ms, for a card that cannot be loaded: later the command would come as a surprise. */
const waitMs = 10_000

/** Runs a command when the page offers it, unless the user does something else first. */
function onceOffered(offered: Offered): void {
  const end = new AbortController()
  const { signal } = end
  const watch = new MutationObserver(() => {
    const run = offered()
    if (!run) return
    end.abort()
    // Its part of the card may still be rendering.
    setTimeout(run)
  })
  signal.addEventListener('abort', () => watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('pointerdown', () => end.abort(), { signal, capture: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end.abort(), { signal, capture: true })
  setTimeout(() => end.abort(), waitMs)
}
