import { useTranslations } from 'use-intl'
import { useIsOver } from '../../../dnd/day-dnd.tsx'
import type { CardModel } from '../../../live/board-model.ts'
import { classes } from '../../../ui/classes.ts'
import { DueCard } from './due-card.tsx'

/** The place of cards without a date, the counterpart of a day. */
export const undatedPlace = 'undated'

/** The cards without a date, at the side; below the month where the days need the width. Dropping a card here clears its date. */
export function Undated({ cards }: { cards: readonly CardModel[] }) {
  const t = useTranslations('views.calendar')
  const isDropTarget = useIsOver(undatedPlace)
  return (
    <section
      data-day={undatedPlace}
      aria-label={t('noDate')}
      className={classes(
        'flex min-h-0 shrink-0 flex-col rounded-lg bg-sunken max-md:mt-4 md:overflow-hidden md:@max-[58rem]:max-h-36 @min-[58rem]:w-52',
        isDropTarget && 'bg-accent-soft',
      )}
    >
      <h3 className="flex h-9 shrink-0 items-center gap-2 px-3 font-semibold">
        {t('noDate')} <span className="font-normal text-ink-3 text-sm tabular-nums">{cards.length}</span>
      </h3>
      {cards.length === 0 ? (
        <p className="px-3 pb-3 text-ink-3 text-sm">{t('noDateEmpty')}</p>
      ) : (
        <ul className="grid min-h-0 auto-rows-max grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto px-1.5 pb-1.5 max-md:gap-1.5 md:@max-[58rem]:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {cards.map((card) => (
            <DueCard key={card.id} card={card} day={null} />
          ))}
        </ul>
      )}
    </section>
  )
}
