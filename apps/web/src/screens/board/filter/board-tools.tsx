import { CalendarRange, Columns3, ListFilter, Rows3 } from 'lucide-react'
import { cloneElement, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { useCommands } from '../../../shell/use-commands.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { HeldKeys } from '../../../ui/loading/held-keys.tsx'
import { LazyInFront } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import { useBoardFrame } from '../board-context.ts'
import { ViewPicker } from '../views/view-picker.tsx'
import { type Layout, layouts } from './search.ts'
import type { BoardDisplay } from './use-board-display.ts'

type Props = { board: BoardModel; display: BoardDisplay }

/** The view, layout and filter of the board. On a phone in the second line, at the edge of the page unless a count stands before them. */
export function BoardTools({ board, display }: Props) {
  return (
    <div className="flex min-w-0 items-center gap-1.5 max-md:col-span-2 max-md:[div:not([role],:has(button,a))+&]:-ml-5">
      <ViewPicker board={board} display={display} />
      <LayoutSwitch display={display} />
      <FilterButton board={board} display={display} />
    </div>
  )
}

/** A ground that is drawn lower than a finger needs, so that it does not touch the lists below. */
const ground =
  'relative isolate before:-z-10 before:absolute before:inset-x-0 before:inset-y-0 before:rounded-md pointer-coarse:before:inset-y-1'

const icons = { board: Columns3, list: Rows3, calendar: CalendarRange } as const

function LayoutSwitch({ display }: { display: BoardDisplay }) {
  const t = useTranslations('board')
  const chosen = (layout: Layout) => layout === display.layout
  const choose = (value: string) => display.change({ layout: layouts.find((layout) => layout === value) ?? 'board' })
  useCommands({ layout: { chosen: display.layout, choose } })
  return (
    <fieldset aria-label={t('layout')} className={classes(ground, 'flex before:bg-sunken max-md:ml-auto')}>
      {layouts.map((layout) => {
        const Icon = icons[layout]
        return (
          <IconButton
            key={layout}
            size="sm"
            label={t(`layouts.${layout}`)}
            aria-pressed={chosen(layout)}
            icon={<Icon size={15} aria-hidden />}
            className={classes(chosen(layout) && ground, chosen(layout) && 'text-ink! before:bg-surface before:shadow-raised')}
            onClick={() => display.change({ layout })}
          />
        )
      })}
    </fieldset>
  )
}

const load = () => import('./filter-popover.tsx')
const Panel = lazyPart(async () => ({ default: (await load()).FilterPopover }))

function FilterButton({ board, display }: Props) {
  const t = useTranslations('board')
  const { isLarge } = useBoardFrame()
  const [uses, setUses] = useState(0)
  const [open, setOpen] = useState(false)
  const count = Object.keys(display.filter).filter((condition) => condition !== 'everyLabel').length
  const show = () => {
    setUses((before) => before + 1)
    setOpen(true)
  }
  // A second press, from the field, opens the browser's own search.
  useCommands({ filter: show, find: { when: () => isLarge && display.layout !== 'calendar', run: show } })
  const button = (
    <Button
      variant="quiet"
      size="sm"
      aria-label={count > 0 ? t('filterOn', { count }) : t('filter')}
      data-tip={t('filterTip')}
      aria-haspopup="dialog"
      data-filter
      className={classes(count > 0 && ground, count > 0 && 'text-ink! before:bg-accent-soft')}
      onPointerEnter={() => void load().catch(() => {})}
    >
      <ListFilter size={15} aria-hidden />
      <span className="@max-[54rem]:hidden">{t('filter')}</span>
      {count > 0 && <span className="tabular-nums">{count}</span>}
    </Button>
  )
  const waiting = cloneElement(button, { onClick: show })
  if (uses === 0) return waiting
  const fetching = (
    <>
      {waiting}
      {open && <HeldKeys />}
    </>
  )
  return (
    <LazyInFront of={uses} fallback={fetching} instead={waiting} onClose={() => setUses(0)}>
      <Panel trigger={button} open={open} onOpenChange={setOpen} board={board} display={display} />
    </LazyInFront>
  )
}
