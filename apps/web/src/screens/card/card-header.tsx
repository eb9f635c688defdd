import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  ArrowRightLeft,
  Bell,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleDashed,
  Copy,
  Ellipsis,
  Hash,
  Link2,
  type LucideIcon,
  PanelTop,
  Search,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useArchiveCards } from '../../mutations/archive.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useCompleteCards } from '../../mutations/complete.ts'
import { nothingToRestore, undoLast } from '../../mutations/undo.ts'
import { useKeysText } from '../../shell/caps.ts'
import type { CommandName } from '../../shell/commands.ts'
import { openPalette } from '../../shell/palette.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { openBy } from '../../ui/focus-after.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useIsPhone } from '../../ui/window/use-is-phone.ts'
import { DeleteCard } from '../archive/delete-card.tsx'
import { useOpenCard } from './card-context.ts'
import { CopiedKey, type Copying, useCopying } from './copied-key.tsx'
import { NeighbourButtons, type Neighbours, useNeighbours } from './neighbours.tsx'
import { PlaceDialog } from './place/place-dialog.tsx'
import { useCardCommands } from './use-card-commands.ts'

/** The key of the card, its position, and the acts on the whole card. */
export function CardHeader() {
  const t = useTranslations('card')
  const { card, isArchived, mayWrite } = useOpenCard()
  const copying = useCopying()
  const neighbours = useNeighbours()
  const [asked, setAsked] = useState<Question | null>(null)
  const acts = useActs(copying, neighbours, setAsked)
  useCardCommands(acts)
  const isDone = card.completedAt !== null
  const watches = useWatches()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 max-md:gap-1">
      {neighbours && <NeighbourButtons {...neighbours} />}
      <CopiedKey copying={copying} />
      {card.archivedAt !== null && <Badge>{t('archived')}</Badge>}
      {card.blocked && <Badge className="bg-danger-soft! text-danger! max-md:hidden">{t('blocked')}</Badge>}
      {card.review && <Badge tone="awaiting_input">{t('review')}</Badge>}
      <span className="flex-1" />
      {mayWrite && (
        <Button size="sm" className="min-w-9" variant={isDone ? 'quiet' : 'plain'} onClick={acts.complete ?? acts.reopen}>
          {/* A word without room is hidden, not cut: it wraps below the only visible line, and the icon remains. */}
          <span className="flex h-5 min-w-0 flex-wrap justify-center gap-x-1.5 overflow-hidden">
            {isDone ? <CircleDashed size={14} aria-hidden className="h-5" /> : <CircleCheck size={14} aria-hidden className="h-5" />}
            <span className="whitespace-nowrap leading-5">{isDone ? t('reopen') : t('complete')}</span>
          </span>
        </Button>
      )}
      <IconButton
        label={watches ? t('unwatch') : t('watch')}
        aria-pressed={watches}
        icon={<Bell size={16} aria-hidden className={watches ? 'fill-current text-accent' : ''} />}
        disabled={isArchived}
        onClick={acts.watch}
      />
      <MoreMenu acts={acts} />
      <Asked question={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

type Question = 'move' | 'copy' | 'delete'
type CardActs = Partial<Record<CommandName, () => void>>

function useWatches(): boolean {
  const { card, meId } = useOpenCard()
  return card.watchers.includes(meId)
}

/** The commands on the whole card that the signed-in person may use: for keys, the menu and the palette. */
function useActs(copying: Copying, neighbours: Neighbours | null, ask: (question: Question) => void): CardActs {
  const { card, form, isAdmin, isArchived, isWriter, mayWrite } = useOpenCard()
  const { complete, watch, archive, restore } = useWrites()
  const navigate = useNavigate()
  const onList: CardActs = { moveTo: () => ask('move'), archive }
  const offList: CardActs = { restore, ...(isAdmin && { deleteCard: () => ask('delete') }) }
  return {
    copyKey: copying.key,
    copyLink: copying.link,
    menu: () => openBy(() => document.querySelector<HTMLElement>('[data-card-menu]')),
    ...(form === 'dialog' && { openPage: () => void navigate({ to: '/cards/$key', params: { key: card.key } }) }),
    ...(neighbours?.next && { nextCard: neighbours.next }),
    ...(neighbours?.previous && { previousCard: neighbours.previous }),
    ...(!isArchived && { watch }),
    ...(isWriter && { copyTo: () => ask('copy') }),
    ...(mayWrite && {
      [card.completedAt === null ? 'complete' : 'reopen']: complete,
      ...(card.archivedAt === null ? onList : offList),
      undo: () => undoLast(card.boardId),
    }),
  }
}

function useWrites() {
  const { card, edit, meId } = useOpenCard()
  const archiveCards = useArchiveCards(card.boardId)
  const completeCards = useCompleteCards(card.boardId)
  const watches = useWatches()
  return {
    complete() {
      void completeCards(itemsOf([card.id]), card.completedAt === null ? new Date().toISOString() : null)
    },
    watch() {
      const shown = () => ({ watchers: watches ? card.watchers.filter((id) => id !== meId) : [...card.watchers, meId] })
      void edit(watches ? 'watch.clear' : 'watch.set', { input: { cardId: card.id }, shown })
    },
    archive: () => void archiveCards(itemsOf([card.id])),
    restore() {
      const input = { cardId: card.id, archived: false }
      const shown = () => ({ archivedAt: null })
      void edit('card.update', { input, shown, tile: { archivedAt: null }, answered: () => nothingToRestore(card.id) })
    },
  }
}

const size = 15

function MoreMenu({ acts }: { acts: CardActs }) {
  const t = useTranslations('card')
  const more = useTranslations('details.card')
  const hint = useKeysText()
  const { card } = useOpenCard()
  const isPhone = useIsPhone()
  const trigger = <IconButton data-card-menu label={t('menu', { key: card.key })} icon={<Ellipsis size={16} aria-hidden />} />
  const item = (name: CommandName, Icon: LucideIcon, text: string, look: { danger?: boolean; disabled?: boolean } = {}) => {
    const run = acts[name]
    return (
      (run || look.disabled) && (
        <MenuItem icon={<Icon size={size} aria-hidden />} hint={hint(name)} {...look} onClick={() => run?.()}>
          {text}
        </MenuItem>
      )
    )
  }
  return (
    <Menu trigger={trigger}>
      {isPhone && item('previousCard', ChevronUp, more('previous'))}
      {isPhone && item('nextCard', ChevronDown, more('next'))}
      {isPhone && (acts.previousCard || acts.nextCard) && <MenuLine />}
      {item('copyLink', Link2, t('copyLink'))}
      {item('copyKey', Hash, more('copyKey'))}
      {item('openPage', PanelTop, more('asPage'))}
      {acts.copyTo && <MenuLine />}
      {item('moveTo', ArrowRightLeft, t('moveTo'), { disabled: acts.restore !== undefined })}
      {item('copyTo', Copy, more('copyTo'))}
      {item('archive', Archive, t('archive'))}
      {item('restore', ArchiveRestore, t('unarchive'))}
      {item('deleteCard', Trash2, t('delete'), { danger: true })}
      <MenuLine />
      {/* The menu gives the focus back first. On a phone there is no key for them. */}
      <MenuItem icon={<Search size={size} aria-hidden />} hint={hint('palette')} onClick={() => void setTimeout(openPalette)}>
        {more('commands')}
      </MenuItem>
    </Menu>
  )
}

function Asked({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const { card } = useOpenCard()
  const navigate = useNavigate()
  if (question === null) return null
  if (question !== 'delete') return <PlaceDialog act={question} onClose={onClose} />
  const toBoard = () => void navigate({ to: '/boards/$boardId', params: { boardId: card.boardId } })
  return <DeleteCard card={card} boardId={card.boardId} onClose={onClose} onDeleted={toBoard} />
}
