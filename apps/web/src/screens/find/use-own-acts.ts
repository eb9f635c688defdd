import { attributeNames, cardAttributes } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unreadQuery } from '../../api/queries.ts'
import { useArchiveList } from '../../mutations/archive.ts'
import { useChangeBoard } from '../../mutations/change-board.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useCompleteCards } from '../../mutations/complete.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { useFavourites } from '../../mutations/favourites.ts'
import { useMoveList } from '../../mutations/move-list.ts'
import { useResumeAgents } from '../../mutations/pause.ts'
import type { CommandName } from '../../shell/commands.ts'
import { starredBoard } from '../../shell/star.tsx'
import { commandsAt, focusedNow } from '../../shell/use-commands.ts'
import { useSignOut } from '../../shell/use-sign-out.ts'
import { copyText } from '../../ui/copy-text.ts'
import { cardAddress } from '../card/card-address.ts'
import { useReading } from '../inbox/use-reading.ts'
import { useOnOpenCard } from './use-on-open-card.ts'
import type { Place } from './use-place.ts'

type Own = Partial<Record<CommandName, () => void>>

/** Commands that the palette runs itself, on every page. */
export function useOwnActs(place: Place): Own {
  return {
    ...useOnCard(place),
    ...useCardActs(place),
    ...useListActs(place),
    ...useBoardActs(place),
    ...useBoardWrites(place),
    ...useWays(),
    ...useGeneral(),
  }
}

/** Commands whose controls are in the open card, for a card that has the focus. */
const inOpenCard: readonly CommandName[] = [
  ...attributeNames.map((name) => cardAttributes[name].csv.column),
  'describe',
  'comment',
  'addItem',
  'addSubCard',
  'linkCard',
  'attachFile',
  'attachLink',
  'copyTo',
]

function useOnCard({ board, card, mayWrite }: Place): Own {
  const onOpenCard = useOnOpenCard({ board, card })
  if (!card) return {}
  const names: CommandName[] = ['watch', 'history', ...(mayWrite ? inOpenCard : [])]
  return Object.fromEntries(names.map((name) => [name, () => onOpenCard(() => commandsAt(focusedNow()).get(name))]))
}

function useListActs({ board, list, mayWrite }: Place): Own {
  const archive = useArchiveList(board?.id ?? '')
  const move = useMoveList(board?.id ?? '')
  if (!board || !list || !mayWrite) return {}
  const at = board.lists.findIndex(({ id }) => id === list.id)
  const name = () => document.querySelector<HTMLElement>(`[data-head="${list.id}"] [data-name]`)
  return {
    ...(name() && { renameList: () => void setTimeout(() => name()?.click()) }),
    ...(at > 0 && { moveListLeft: () => move(list.id, at - 1) }),
    ...(at < board.lists.length - 1 && { moveListRight: () => move(list.id, at + 1) }),
    archiveList: () => archive(list),
  }
}

function useCardActs({ board, card, isOpen, meId, mayWrite }: Place): Own {
  const edit = useEditCard({ id: card?.id ?? '', boardId: board?.id ?? '' })
  const completeCards = useCompleteCards(board?.id ?? '')
  const navigate = useNavigate()
  if (!card || !board) return {}
  const copyLink = () => void copyText(cardAddress(card.key))
  const copyKey = () => void copyText(card.key)
  const openPage = () => void navigate({ to: '/cards/$key', params: { key: card.key } })
  const always = { copyLink, copyKey, ...(!isOpen && { openPage }) }
  if (!mayWrite) return always
  const input = { cardId: card.id, actorId: meId }
  const isMine = card.assigneeActorIds.includes(meId)
  const others = card.assigneeActorIds.filter((id) => id !== meId)
  const turn = () => void completeCards(itemsOf([card.id]), card.completedAt === null ? new Date().toISOString() : null)
  return {
    ...always,
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

/** The name of the board, which its admins can click. */
const boardName = () => document.querySelector<HTMLElement>('[data-board-name]')

function useBoardWrites({ about, isAdmin, mayWrite }: Place): Own {
  const resume = useResumeAgents()
  const change = useChangeBoard()
  if (!about) return {}
  const archived = about.archivedAt === null
  return {
    ...(mayWrite && about.agentsPaused && { resumeAgents: () => void resume(about.id) }),
    ...(boardName() && { renameBoard: () => void setTimeout(() => boardName()?.click()) }),
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
