import {
  Archive,
  ArrowRightLeft,
  Bot,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  SignalHigh,
  Tag,
  UserRound,
  X,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { type Question, useBoardFrame } from '../board-context.ts'
import { clearSelection } from '../clear-selection.ts'
import { goOnBeside } from '../go-on-beside.ts'
import { useProgress, useSelectedIds } from '../selection.ts'
import { useBulk } from './use-bulk.ts'

/** From this many cards on, the progress of an act is shown. */
const manyCards = 10

const questions: readonly [Exclude<Question, 'menu'>, LucideIcon][] = [
  ['move', ArrowRightLeft],
  ['assign', UserRound],
  ['delegate', Bot],
  ['labels', Tag],
  ['priority', SignalHigh],
  ['due', CalendarClock],
]

export function BulkBar({ board }: { board: BoardModel }) {
  const t = useTranslations('bulk')
  const { selection, ask } = useBoardFrame()
  const { archive, complete } = useBulk()
  const [ids, progress] = [useSelectedIds(), useProgress()]
  // In board order, because ordered changes follow it.
  const cards = board.lists.flatMap((list) => list.cards.filter((card) => ids.has(card.id)))
  const busy = progress !== null
  const allDone = cards.length > 0 && cards.every((card) => card.completedAt !== null)
  const cardIds = cards.map((card) => card.id)
  const archiveAll = () => void archive(cards, () => goOnBeside(cardIds, null))
  const asks = (what: Question) => (event: MouseEvent<HTMLElement>) => ask({ what, cardIds, anchor: event.currentTarget })
  return (
    <div
      role="toolbar"
      data-bulk-bar
      aria-label={t('label')}
      className="mx-3 mb-3 flex shrink-0 flex-wrap items-center gap-x-1 gap-y-0.5 self-center rounded-lg border border-line bg-overlay p-1.5 shadow-floating max-md:mx-0 max-md:mb-0 max-md:self-stretch max-md:rounded-none max-md:border-0 max-md:border-t max-md:px-1"
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
        onClick={() => clearSelection(selection)}
        disabled={busy}
        className="md:order-last"
      />
      <div className="flex items-center gap-0.5 max-md:w-full max-md:gap-0">
        {questions.map(([what, Icon]) => (
          <BarButton
            key={what}
            name={t(what)}
            icon={<Icon size={15} aria-hidden />}
            disabled={busy}
            aria-haspopup={what === 'move' ? 'dialog' : 'listbox'}
            onClick={asks(what)}
          />
        ))}
        <BarButton
          name={allDone ? t('reopen') : t('complete')}
          icon={allDone ? <CircleDashed size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />}
          disabled={busy}
          onClick={() => void complete(cards, !allDone)}
        />
        <BarButton name={t('archive')} icon={<Archive size={15} aria-hidden />} disabled={busy} onClick={archiveAll} />
      </div>
    </div>
  )
}

type BarButtonProps = Omit<Parameters<typeof Button>[0], 'children' | 'variant'> & { name: string; icon: ReactNode }

/** On a phone the icon alone, with the name for screen readers. All eight fill 352 px, so that each is 44 px wide at 360 px. */
function BarButton({ name, icon, ...more }: BarButtonProps) {
  return (
    <Button {...more} variant="quiet" size="sm" aria-label={name} className="max-md:flex-1 max-md:px-0! pointer-coarse:min-w-11">
      {icon}
      <span className="max-lg:hidden">{name}</span>
    </Button>
  )
}
