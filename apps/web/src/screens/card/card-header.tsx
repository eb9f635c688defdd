import { useNavigate } from '@tanstack/react-router'
import { Archive, ArrowRightLeft, Bell, CircleCheck, CircleDashed, Copy, Hash, Link2, MoreHorizontal, PanelTop, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useArchiveCards } from '../../mutations/archive.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useCompleteCards } from '../../mutations/complete.ts'
import { useCommands } from '../../shell/use-commands.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { DeleteCard } from '../archive/delete-card.tsx'
import { useOpenCard } from './card-context.ts'
import { CopiedKey, useCopying } from './copied-key.tsx'
import { NeighbourButtons, useNeighbours } from './neighbours.tsx'
import { PlaceDialog } from './place/place-dialog.tsx'

/** The key, where it stands, and what is done with the card as a whole. */
export function CardHeader() {
  const t = useTranslations('card')
  const { card, form, isArchived, mayWrite } = useOpenCard()
  const { complete, watch, watches } = useActs()
  const copying = useCopying()
  const isDone = card.completedAt !== null
  const neighbours = useNeighbours()
  useCommands(
    {
      copyKey: copying.key,
      ...(!isArchived && { watch }),
      ...(neighbours?.next && { nextCard: neighbours.next }),
      ...(neighbours?.previous && { previousCard: neighbours.previous }),
    },
    form === 'dialog' ? 'dialog' : 'page',
  )
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      {neighbours && <NeighbourButtons {...neighbours} />}
      <CopiedKey copying={copying} />
      {card.archivedAt !== null && <Badge>{t('archived')}</Badge>}
      {card.blocked && <Badge className="bg-danger-soft! text-danger! max-sm:hidden">{t('blocked')}</Badge>}
      {card.review && <Badge tone="awaiting_input">{t('review')}</Badge>}
      <span className="flex-1" />
      {mayWrite && (
        <Button size="sm" className="min-w-9" variant={isDone ? 'quiet' : 'plain'} onClick={complete}>
          {isDone ? (
            <CircleDashed size={14} aria-hidden className="shrink-0" />
          ) : (
            <CircleCheck size={14} aria-hidden className="shrink-0" />
          )}
          <span className="truncate">{isDone ? t('reopen') : t('complete')}</span>
        </Button>
      )}
      <IconButton
        label={watches ? t('unwatch') : t('watch')}
        aria-pressed={watches}
        icon={<Bell size={16} aria-hidden className={watches ? 'fill-current text-accent' : ''} />}
        disabled={isArchived}
        onClick={watch}
      />
      <MoreMenu onCopyKey={copying.key} onCopyLink={copying.link} />
    </div>
  )
}

function useActs() {
  const { card, edit, meId } = useOpenCard()
  const archiveCards = useArchiveCards(card.boardId)
  const completeCards = useCompleteCards(card.boardId)
  const watches = card.watchers.includes(meId)
  return {
    watches,
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
      void edit('card.update', { input, shown: () => ({ archivedAt: null }), tile: { archivedAt: null } })
    },
  }
}

function MoreMenu({ onCopyKey, onCopyLink }: { onCopyKey: () => void; onCopyLink: () => void }) {
  const t = useTranslations('card')
  const more = useTranslations('details.card')
  const { card, form, isAdmin, isWriter, mayWrite } = useOpenCard()
  const { archive, restore } = useActs()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const [placing, setPlacing] = useState<'move' | 'copy' | null>(null)
  const trigger = <IconButton label={t('menu', { key: card.key })} icon={<MoreHorizontal size={16} aria-hidden />} />
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem icon={<Link2 size={15} aria-hidden />} onClick={onCopyLink}>
          {more('copyLink')}
        </MenuItem>
        <MenuItem icon={<Hash size={15} aria-hidden />} onClick={onCopyKey}>
          {more('copyKey')}
        </MenuItem>
        {form === 'dialog' && (
          <MenuItem
            icon={<PanelTop size={15} aria-hidden />}
            onClick={() => void navigate({ to: '/cards/$key', params: { key: card.key } })}
          >
            {more('asPage')}
          </MenuItem>
        )}
        {isWriter && <MenuLine />}
        {mayWrite && (
          <MenuItem icon={<ArrowRightLeft size={15} aria-hidden />} disabled={card.archivedAt !== null} onClick={() => setPlacing('move')}>
            {t('moveTo')}
          </MenuItem>
        )}
        {isWriter && (
          <MenuItem icon={<Copy size={15} aria-hidden />} onClick={() => setPlacing('copy')}>
            {more('copyTo')}
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem icon={<Archive size={15} aria-hidden />} onClick={card.archivedAt === null ? archive : restore}>
            {card.archivedAt === null ? t('archive') : t('unarchive')}
          </MenuItem>
        )}
        {isAdmin && mayWrite && card.archivedAt !== null && (
          <MenuItem danger icon={<Trash2 size={15} aria-hidden />} onClick={() => setDeleting(true)}>
            {t('delete')}
          </MenuItem>
        )}
      </Menu>
      {deleting && (
        <DeleteCard
          card={card}
          boardId={card.boardId}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/boards/$boardId', params: { boardId: card.boardId } })}
        />
      )}
      {placing && <PlaceDialog act={placing} onClose={() => setPlacing(null)} />}
    </>
  )
}
