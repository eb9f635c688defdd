import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unreadQuery } from '../../api/queries.ts'
import { useChangeBoard } from '../../mutations/change-board.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useCompleteCards } from '../../mutations/complete.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { useFavourites } from '../../mutations/favourites.ts'
import { useResumeAgents } from '../../mutations/pause.ts'
import type { CommandName } from '../../shell/commands.ts'
import { starredBoard } from '../../shell/star.tsx'
import { useSignOut } from '../../shell/use-sign-out.ts'
import { copyText } from '../../ui/copy-text.ts'
import { cardAddress } from '../card/card-address.ts'
import { useReading } from '../inbox/use-reading.ts'
import type { Place } from './use-place.ts'

type Own = Partial<Record<CommandName, () => void>>

/** Commands that the palette runs itself, on every page. */
export function useOwnActs(place: Place): Own {
  return { ...useCardActs(place), ...useBoardActs(place), ...useBoardWrites(place), ...useWays(), ...useGeneral() }
}

function useCardActs({ board, card, meId, mayWrite }: Place): Own {
  const edit = useEditCard({ id: card?.id ?? '', boardId: board?.id ?? '' })
  const completeCards = useCompleteCards(board?.id ?? '')
  if (!card || !board) return {}
  const copyLink = () => void copyText(cardAddress(card.key))
  if (!mayWrite) return { copyLink }
  const input = { cardId: card.id, actorId: meId }
  const isMine = card.assigneeActorIds.includes(meId)
  const others = card.assigneeActorIds.filter((id) => id !== meId)
  const turn = () => void completeCards(itemsOf([card.id]), card.completedAt === null ? new Date().toISOString() : null)
  return {
    copyLink,
    ...(isMine
      ? { unassignMe: () => void edit('card.unassign', { input, tile: { assigneeActorIds: others } }) }
      : { assignMe: () => void edit('card.assign', { input, tile: { assigneeActorIds: [...others, meId] } }) }),
    ...(card.completedAt === null ? { complete: turn } : { reopen: turn }),
  }
}

function useBoardActs({ about }: Place): Own {
  const navigate = useNavigate()
  const { isFavourite, toggle } = useFavourites()
  if (!about) return {}
  const params = { boardId: about.id }
  return {
    [isFavourite(about.id) ? 'unstar' : 'star']: () => void toggle(starredBoard(about)),
    archivedCards: () => void navigate({ to: '/boards/$boardId/archive', params }),
    insights: () => void navigate({ to: '/boards/$boardId/insights', params }),
    boardSettings: () => void navigate({ to: '/boards/$boardId/settings/{-$page}/{-$item}', params }),
  }
}

function useBoardWrites({ about, isAdmin, mayWrite }: Place): Own {
  const resume = useResumeAgents()
  const change = useChangeBoard()
  if (!about) return {}
  const archived = about.archivedAt === null
  return {
    ...(mayWrite && about.agentsPaused && { resumeAgents: () => void resume(about.id) }),
    ...(isAdmin && { [archived ? 'archiveBoard' : 'restoreBoard']: () => void change(about.id, { archived }) }),
  }
}

function useWays(): Own {
  const navigate = useNavigate()
  return {
    waiting: () => void navigate({ to: '/waiting', search: {} }),
    searchPage: () => void navigate({ to: '/search', search: {} }),
    connect: () => void navigate({ to: '/connect' }),
    settings: () => void navigate({ to: '/settings/{-$page}', params: {} }),
  }
}

function useGeneral(): Own {
  const signOut = useSignOut()
  const { readAll } = useReading()
  const unread = useQuery(unreadQuery).data?.length ?? 0
  return { ...(unread > 0 && { readAll: () => void readAll() }), signOut: () => void signOut() }
}
