import { useNavigate } from '@tanstack/react-router'
import {
  Bot,
  Briefcase,
  CircleCheck,
  CircleHelp,
  Columns3,
  Hourglass,
  Inbox,
  Languages,
  Link2,
  LogOut,
  MoveRight,
  Plug,
  Plus,
  RotateCcw,
  Search,
  Settings,
  SlidersHorizontal,
  SunMoon,
  UserMinus,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { en } from '../../i18n/find/en.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { useSignOut } from '../../shell/use-sign-out.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { Entry, GroupName, Step } from './entry.ts'
import type { Place } from './use-place.ts'

type Make = (icon: ReactNode, name: CommandName, run: () => void, stays?: boolean) => Entry
type CommandName = keyof Omit<(typeof en)['commands'], 'everywhere' | 'current'>

/** What can be done where one is. */
export function useCommands(place: Place, ask: (step: Step) => void, onHelp: () => void): Entry[] {
  const t = useTranslations('find.commands')
  const make =
    (group: GroupName): Make =>
    (icon, name, run, stays = false) => ({ id: `command.${name}`, group, icon, text: t(name), run, stays })
  const card = useCardCommands(place, ask, make('card'))
  const here = make('board')
  const navigate = useNavigate()
  const boardId = place.board?.id
  const toSettings = () => void navigate({ to: '/boards/$boardId/settings/{-$page}/{-$item}', params: { boardId: boardId ?? '' } })
  const onBoard = place.board && place.mayWrite && place.board.lists.length > 0
  return [
    ...card,
    ...(onBoard ? [here(<Plus size={16} aria-hidden />, 'newCard', () => ask('newCard'), true)] : []),
    ...(boardId === undefined ? [] : [here(<SlidersHorizontal size={16} aria-hidden />, 'boardSettings', toSettings)]),
    ...useWays(make('go')),
    ...useOwn(ask, onHelp, make('you')),
  ]
}

function useCardCommands({ board, card, meId, mayWrite }: Place, ask: (step: Step) => void, make: Make): Entry[] {
  const edit = useEditCard({ id: card?.id ?? '', boardId: board?.id ?? '' })
  if (!card || !board) return []
  const copy = make(<Link2 size={16} aria-hidden />, 'copyLink', () => {
    void copyText(`${location.origin}/cards/${card.key}`)
  })
  if (!mayWrite) return [copy]
  const input = { cardId: card.id, actorId: meId }
  const isMine = card.assigneeActorIds.includes(meId)
  const others = card.assigneeActorIds.filter((id) => id !== meId)
  const complete = () => {
    const completedAt = turned(card.completedAt)
    void edit('card.update', { input: { cardId: card.id, completedAt }, shown: () => ({ completedAt }), tile: { completedAt } })
  }
  return [
    isMine
      ? make(<UserMinus size={16} aria-hidden />, 'unassignMe', () => {
          void edit('card.unassign', { input, tile: { assigneeActorIds: others } })
        })
      : make(<UserPlus size={16} aria-hidden />, 'assignMe', () => {
          void edit('card.assign', { input, tile: { assigneeActorIds: [...others, meId] } })
        }),
    make(<MoveRight size={16} aria-hidden />, 'move', () => ask('move'), true),
    make(
      card.completedAt === null ? <CircleCheck size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />,
      card.completedAt === null ? 'complete' : 'reopen',
      complete,
    ),
    make(<Bot size={16} aria-hidden />, 'delegate', () => ask('delegate'), true),
    copy,
  ]
}

const turned = (completedAt: string | null): string | null => (completedAt === null ? new Date().toISOString() : null)

function useWays(make: Make): Entry[] {
  const navigate = useNavigate()
  return [
    make(<Columns3 size={16} aria-hidden />, 'boards', () => void navigate({ to: '/' })),
    make(<Briefcase size={16} aria-hidden />, 'myWork', () => void navigate({ to: '/my-work' })),
    make(<Hourglass size={16} aria-hidden />, 'waiting', () => void navigate({ to: '/waiting', search: {} })),
    make(<Inbox size={16} aria-hidden />, 'inbox', () => void navigate({ to: '/inbox' })),
    make(<Search size={16} aria-hidden />, 'search', () => void navigate({ to: '/search', search: {} })),
    make(<Plug size={16} aria-hidden />, 'connect', () => void navigate({ to: '/connect' })),
    make(<Settings size={16} aria-hidden />, 'settings', () => void navigate({ to: '/settings/{-$page}', params: {} })),
  ]
}

function useOwn(ask: (step: Step) => void, onHelp: () => void, make: Make): Entry[] {
  const signOut = useSignOut()
  return [
    make(<SunMoon size={16} aria-hidden />, 'theme', () => ask('theme'), true),
    make(<Languages size={16} aria-hidden />, 'language', () => ask('language'), true),
    make(<CircleHelp size={16} aria-hidden />, 'keyboard', onHelp),
    make(<LogOut size={16} aria-hidden />, 'signOut', () => void signOut()),
  ]
}
