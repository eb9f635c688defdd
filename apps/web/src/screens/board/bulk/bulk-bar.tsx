import { Archive, ArrowRightLeft, CalendarDays, CircleCheck, CircleDashed, SignalHigh, Tag, UserRound, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useBoardFrame } from '../board-context.ts'
import { useProgress, useSelectedIds } from '../selection.ts'
import { AssignMenu, LabelMenu, PriorityMenu } from './bulk-menus.tsx'
import { DuePopover } from './due-popover.tsx'
import { useBulk } from './use-bulk.ts'

/** From this many cards on it is seen how far an act on them is. */
const manyCards = 10

export function BulkBar({ board }: { board: BoardModel }) {
  const t = useTranslations('bulk')
  const { selection, moveTo } = useBoardFrame()
  const { archive, edit } = useBulk()
  const [ids, progress] = [useSelectedIds(), useProgress()]
  // As they stand on the board: what is done with them in order is done in this one.
  const cards = board.lists.flatMap((list) => list.cards.filter((card) => ids.has(card.id)))
  const busy = progress !== null
  const allDone = cards.length > 0 && cards.every((card) => card.completedAt !== null)
  const complete = (completedAt: string | null) => {
    const meant = cards.filter((card) => (card.completedAt === null) === (completedAt !== null))
    void edit(meant, {
      show: () => ({ completedAt }),
      send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, completedAt }),
    })
  }
  return (
    <div
      role="toolbar"
      aria-label={t('label')}
      className="mx-3 mb-3 flex shrink-0 flex-wrap items-center gap-x-1 gap-y-0.5 self-center rounded-lg border border-line bg-overlay p-1.5 shadow-floating max-md:self-stretch"
    >
      <p role="status" className="flex min-w-24 items-center gap-2 px-2 font-medium tabular-nums max-md:flex-1">
        {progress && progress.of > manyCards ? (
          <>
            {t('progress', progress)}
            <progress aria-label={t('label')} value={progress.settled} max={progress.of} className="h-1.5 w-24 accent-accent" />
          </>
        ) : (
          t('selected', { count: ids.size })
        )}
      </p>
      <IconButton
        label={t('clear')}
        icon={<X size={16} aria-hidden />}
        onClick={selection.clear}
        disabled={busy}
        className="md:order-last"
      />
      <div className="flex items-center gap-0.5 max-md:w-full max-md:justify-between">
        <BarButton
          name={t('move')}
          icon={<ArrowRightLeft size={15} aria-hidden />}
          disabled={busy}
          onClick={() => moveTo(...cards.map((card) => card.id))}
        />
        <AssignMenu cards={cards} trigger={<BarButton name={t('assign')} icon={<UserRound size={15} aria-hidden />} disabled={busy} />} />
        <LabelMenu cards={cards} trigger={<BarButton name={t('labels')} icon={<Tag size={15} aria-hidden />} disabled={busy} />} />
        <PriorityMenu
          cards={cards}
          trigger={<BarButton name={t('priority')} icon={<SignalHigh size={15} aria-hidden />} disabled={busy} />}
        />
        <DuePopover cards={cards} trigger={<BarButton name={t('due')} icon={<CalendarDays size={15} aria-hidden />} disabled={busy} />} />
        <BarButton
          name={allDone ? t('reopen') : t('complete')}
          icon={allDone ? <CircleDashed size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />}
          disabled={busy}
          onClick={() => complete(allDone ? null : new Date().toISOString())}
        />
        <BarButton name={t('archive')} icon={<Archive size={15} aria-hidden />} disabled={busy} onClick={() => void archive(cards)} />
      </div>
    </div>
  )
}

type BarButtonProps = Omit<Parameters<typeof Button>[0], 'children' | 'variant'> & { name: string; icon: ReactNode }

/** On a phone the icon alone, with the name for who cannot see it. */
function BarButton({ name, icon, ...more }: BarButtonProps) {
  return (
    <Button {...more} variant="quiet" size="sm" aria-label={name} className="pointer-coarse:min-w-11">
      {icon}
      <span className="max-lg:hidden">{name}</span>
    </Button>
  )
}
