import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { goOnAfter } from '../../../ui/focus-after.ts'
import { facetOf } from './facets.tsx'
import { asksNothing } from './filter.ts'
import { type ShownCondition, useShownConditions } from './shown-conditions.ts'
import type { BoardDisplay } from './use-board-display.ts'

type Props = {
  board: BoardModel
  display: BoardDisplay
  /** `null`: the search words, which are edited in the field of all conditions. */
  onEdit: (facetId: string | null, chip: Element) => void
  className?: string
}

/** The conditions of the filter: a click changes one, its cross removes it. */
export function Chips({ board, display, onEdit, className }: Props) {
  const t = useTranslations('views.filter')
  const conditions = useShownConditions(board, display.filter)
  if (asksNothing(display.filter)) return null
  return (
    <div className={classes('flex min-w-0 flex-wrap items-center gap-1.5', className)}>
      {conditions.map((one) => (
        <Chip
          key={one.condition}
          shown={one}
          onEdit={(chip) => onEdit(one.condition === 'q' ? null : facetOf(one.condition), chip)}
          onRemove={() => display.change({ filter: one.without })}
        />
      ))}
      <Button
        variant="quiet"
        size="sm"
        onClick={(event) => {
          const goOn = goOnAfter(event.currentTarget, 'main', '[data-filter]')
          display.change({ filter: {} })
          goOn()
        }}
      >
        {t('clear')}
      </Button>
    </div>
  )
}

type ChipProps = { shown: ShownCondition; onEdit: (chip: Element) => void; onRemove: () => void }

function Chip({ shown: { name, value }, onEdit, onRemove }: ChipProps) {
  const t = useTranslations('views.filter')
  return (
    <span className="inline-flex h-7 max-w-72 items-center rounded-md border border-line bg-surface text-sm pointer-coarse:h-11">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('change', { name, value })}
        onClick={(event) => onEdit(event.currentTarget)}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-l-md pr-1 pl-2 hover:bg-hover"
      >
        <span className="shrink-0 text-ink-3">{name}</span>
        <span className="truncate font-medium">{value}</span>
      </button>
      <button
        type="button"
        data-remove
        aria-label={t('remove', { name, value })}
        data-tip={t('removeTip')}
        onClick={(event) => {
          // Focus moves to the next chip, if there is one; it is below the same pointer.
          const chips = event.currentTarget.closest('div')
          const isLast = chips?.querySelectorAll('[data-remove]').length === 1
          const goOn = goOnAfter(event.currentTarget, isLast ? 'main' : 'div', isLast ? '[data-filter]' : '[data-remove]')
          onRemove()
          goOn()
        }}
        className="grid h-full w-6 shrink-0 place-items-center rounded-r-md text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:w-11"
      >
        <X size={13} aria-hidden />
      </button>
    </span>
  )
}
