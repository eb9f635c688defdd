import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { SaveViewButton } from '../views/save-view-button.tsx'
import { useSaveChanges } from '../views/use-save-changes.ts'
import { asksNothing } from './filter.ts'
import { type ShownCondition, useShownConditions } from './shown-conditions.ts'
import type { BoardDisplay } from './use-board-display.ts'
import type { Shown } from './use-shown.ts'

type Props = { board: BoardModel; display: BoardDisplay; shown: Shown }

/** What is asked, each condition with a way to take it back, and how many cards that leaves. */
export function FilterBar(props: Props) {
  return (
    <AreaTexts area="views" fallback={<div className="h-9 shrink-0" />}>
      <Bar {...props} />
    </AreaTexts>
  )
}

function Bar({ board, display, shown }: Props) {
  const t = useTranslations('views.filter')
  const conditions = useShownConditions(board, display.filter)
  const asks = !asksNothing(display.filter)
  return (
    <section
      aria-label={t('bar')}
      className="flex shrink-0 items-center gap-1.5 overflow-x-auto px-3 pb-2 md:flex-wrap md:overflow-visible md:px-5 max-md:*:shrink-0"
    >
      {display.state === 'viewGone' && <GoneView onLeave={() => display.choose(null)} />}
      {conditions.map((one) => (
        <Chip key={one.condition} shown={one} onRemove={() => display.change({ filter: one.without })} />
      ))}
      {asks && <Count shown={shown} />}
      {asks && (
        <Button variant="quiet" size="sm" className="max-md:order-first" onClick={() => display.change({ filter: {} })}>
          {t('clear')}
        </Button>
      )}
      {display.state === 'ready' && display.view === null && asks && <SaveViewButton board={board} display={display} />}
      {display.isEdited && <Edited board={board} display={display} />}
    </section>
  )
}

function Chip({ shown: { name, value }, onRemove }: { shown: ShownCondition; onRemove: () => void }) {
  const t = useTranslations('views.filter')
  return (
    <span className="inline-flex h-7 max-w-72 items-center rounded-md border border-line bg-surface pl-2 text-sm pointer-coarse:h-11">
      <span className="shrink-0 text-ink-3">{name}</span>
      <span className="ml-1.5 truncate font-medium">{value}</span>
      <button
        type="button"
        aria-label={t('remove', { name, value })}
        data-tip={t('removeTip')}
        onClick={onRemove}
        className="ml-0.5 grid h-full w-6 shrink-0 place-items-center rounded-r-md text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:w-11"
      >
        <X size={13} aria-hidden />
      </button>
    </span>
  )
}

function Count({ shown: { count, total, searching, failure } }: { shown: Shown }) {
  const t = useTranslations('views.filter')
  return (
    <p role="status" className="flex items-center max-md:order-first gap-1.5 px-1 text-ink-2 text-sm tabular-nums">
      {searching && <Spinner />}
      {searching ? t('searching') : t('count', { count, total })}
      {failure !== null && <span className="text-danger">{t('searchFailed')}</span>}
    </p>
  )
}

function GoneView({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('views')
  return (
    <p role="alert" className="flex items-center gap-1.5 text-ink-2 text-sm">
      {t('gone')}
      <Button size="sm" onClick={onLeave}>
        {t('all')}
      </Button>
    </p>
  )
}

/** The view as it is shown here differs from the one that is kept. */
function Edited({ board, display }: { board: BoardModel; display: BoardDisplay }) {
  const t = useTranslations('views')
  const { mayChange, save } = useSaveChanges(board, display)
  const { view } = display
  if (!view) return null
  return (
    <span className="flex items-center gap-1.5 md:ml-auto">
      <span className="text-ink-3 text-sm">{t('edited')}</span>
      <Button variant="quiet" size="sm" onClick={() => display.choose(view.id)}>
        {t('discard')}
      </Button>
      {mayChange ? (
        <Button size="sm" onClick={() => void save()}>
          {t('saveChanges')}
        </Button>
      ) : (
        <SaveViewButton board={board} display={display} />
      )}
    </span>
  )
}
