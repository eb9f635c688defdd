import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type Props = ComponentProps<'a'> & { boardId: string; cardKey: string }

/**
 * A link to a card. The router's own link listens to every navigation, and compares the addresses of its neighbours as well: hundreds of
 * them take longer than all other parts of a board.
 */
export function CardLink({ boardId, cardKey, onClick, children, ...more }: Props) {
  const router = useRouter()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isForTheBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || isForTheBrowser) return
    event.preventDefault()
    void router.navigate({ to: '/boards/$boardId/cards/$key', params: { boardId, key: cardKey }, search: true })
  }
  return (
    <a {...more} href={`/boards/${boardId}/cards/${cardKey}`} onClick={open}>
      {children}
    </a>
  )
}
