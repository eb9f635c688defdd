import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  Bell,
  Bot,
  Briefcase,
  CalendarDays,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleHelp,
  Columns3,
  Hash,
  Hourglass,
  Inbox,
  Languages,
  Link2,
  ListChecks,
  ListFilter,
  LogOut,
  type LucideIcon,
  MoveRight,
  Pencil,
  Plug,
  Plus,
  RotateCcw,
  Search,
  Settings,
  SignalHigh,
  SlidersHorizontal,
  SquareCheck,
  SunMoon,
  Tag,
  Undo2,
  UserMinus,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useCompleteCards } from '../../mutations/complete.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { capsHere } from '../../shell/caps.ts'
import { type CommandName, commandNames, commands } from '../../shell/commands.ts'
import { commandsAt, type Focused } from '../../shell/use-commands.ts'
import { useSignOut } from '../../shell/use-sign-out.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Kbd } from '../../ui/kbd.tsx'
import type { Entry, Step } from './entry.ts'
import type { Place } from './use-place.ts'

type Own = Partial<Record<CommandName, () => void>>
type Ask = (step: Step) => void

/** Those that the palette asks for more by itself, in a step of its own. */
const steps: Partial<Record<CommandName, Step>> = {
  moveTo: 'move',
  delegate: 'delegate',
  newCard: 'newCard',
  theme: 'theme',
  language: 'language',
}

/** The commands that can be given where one is: what the page offers, and what the palette does by itself. */
export function useOffered(place: Place, at: Focused, ask: Ask): Entry[] {
  const t = useTranslations('keys.names')
  const own: Own = { ...useCardActs(place), ...useBoardActs(place), ...useWays(), ...useOwn() }
  const ofPage = commandsAt(at)
  const stepOf = (name: CommandName): Step | undefined => (asksAt(place, name) ? steps[name] : undefined)
  return commandNames.flatMap((name): Entry[] => {
    const { palette: group } = commands[name]
    const step = stepOf(name)
    const run = step ? () => ask(step) : (own[name] ?? later(ofPage.get(name)))
    if (!group || !run) return []
    const Icon = icons[name] ?? Search
    return [
      {
        id: `command.${name}`,
        group,
        icon: <Icon size={16} aria-hidden />,
        text: t(name),
        run,
        stays: step !== undefined,
        hint: hintOf(name),
      },
    ]
  })
}

/** What the page does may open something beside the card: once the palette has given the focus back. */
const later = (run: (() => void) | undefined) => run && (() => void setTimeout(run))

function hintOf(name: CommandName) {
  const caps = capsHere(name)
  if (caps.length === 0) return undefined
  return (
    <span className="flex gap-1">
      {caps.map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </span>
  )
}

function asksAt({ board, card, mayWrite }: Place, name: CommandName): boolean {
  if (name === 'theme' || name === 'language') return true
  if (name === 'newCard') return board !== null && mayWrite && board.lists.length > 0
  return card !== null && mayWrite
}

function useCardActs({ board, card, meId, mayWrite }: Place): Own {
  const edit = useEditCard({ id: card?.id ?? '', boardId: board?.id ?? '' })
  const completeCards = useCompleteCards(board?.id ?? '')
  if (!card || !board) return {}
  const copyLink = () => void copyText(`${location.origin}/cards/${card.key}`)
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

function useBoardActs({ board }: Place): Own {
  const navigate = useNavigate()
  const boardId = board?.id
  if (boardId === undefined) return {}
  return { boardSettings: () => void navigate({ to: '/boards/$boardId/settings/{-$page}/{-$item}', params: { boardId } }) }
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

function useOwn(): Own {
  const signOut = useSignOut()
  return { signOut: () => void signOut() }
}

const icons: Partial<Record<CommandName, LucideIcon>> = {
  help: CircleHelp,
  boards: Columns3,
  myWork: Briefcase,
  waiting: Hourglass,
  inbox: Inbox,
  agents: Bot,
  connect: Plug,
  settings: Settings,
  assignMe: UserPlus,
  unassignMe: UserMinus,
  assign: UserRound,
  labels: Tag,
  due: CalendarDays,
  priority: SignalHigh,
  rename: Pencil,
  moveTo: MoveRight,
  complete: CircleCheck,
  reopen: RotateCcw,
  delegate: Bot,
  select: SquareCheck,
  selectList: ListChecks,
  archive: Archive,
  copyLink: Link2,
  copyKey: Hash,
  watch: Bell,
  nextCard: ChevronDown,
  previousCard: ChevronUp,
  newCard: Plus,
  filter: ListFilter,
  undo: Undo2,
  boardSettings: SlidersHorizontal,
  theme: SunMoon,
  language: Languages,
  signOut: LogOut,
}
