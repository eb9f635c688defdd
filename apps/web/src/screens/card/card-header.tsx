import { Archive, ArrowRightLeft, Bell, CircleCheck, CircleDashed, MoreHorizontal } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useOpenCard } from './card-context.ts'

/** The key, where it stands, and what is done with the card as a whole. */
export function CardHeader() {
  const t = useTranslations('card')
  const { card, edit, mayWrite, meId, moveTo } = useOpenCard()
  const isDone = card.completedAt !== null
  const watches = card.watchers.includes(meId)
  const complete = () => {
    const completedAt = isDone ? null : new Date().toISOString()
    void edit('card.update', { input: { cardId: card.id, completedAt }, shown: () => ({ completedAt }), tile: { completedAt } })
  }
  const watch = () => {
    const shown = () => ({ watchers: watches ? card.watchers.filter((id) => id !== meId) : [...card.watchers, meId] })
    void edit(watches ? 'watch.clear' : 'watch.set', { input: { cardId: card.id }, shown })
  }
  const archive = () => {
    const archived = card.archivedAt === null
    void edit('card.update', { input: { cardId: card.id, archived }, tile: { archivedAt: archived ? new Date().toISOString() : null } })
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <span className="font-mono text-ink-2 text-sm">{card.key}</span>
      {card.archivedAt !== null && <Badge>{t('archived')}</Badge>}
      <span className="flex-1" />
      {mayWrite && (
        <Button size="sm" look={isDone ? 'quiet' : 'plain'} onClick={complete}>
          {isDone ? <CircleDashed size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
          {isDone ? t('reopen') : t('complete')}
        </Button>
      )}
      <IconButton
        label={watches ? t('unwatch') : t('watch')}
        aria-pressed={watches}
        icon={<Bell size={16} aria-hidden className={watches ? 'fill-current text-accent' : ''} />}
        onClick={watch}
      />
      {mayWrite && (
        <Menu trigger={<IconButton label={t('menu', { key: card.key })} icon={<MoreHorizontal size={16} aria-hidden />} />}>
          <MenuItem icon={<ArrowRightLeft size={15} aria-hidden />} disabled={card.archivedAt !== null} onClick={() => moveTo(card.id)}>
            {t('moveTo')}
          </MenuItem>
          <MenuItem icon={<Archive size={15} aria-hidden />} onClick={archive}>
            {card.archivedAt === null ? t('archive') : t('unarchive')}
          </MenuItem>
        </Menu>
      )}
    </div>
  )
}
