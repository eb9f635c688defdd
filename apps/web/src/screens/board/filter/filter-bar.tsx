import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { useCommands } from '../../../shell/use-commands.ts'
import { Button } from '../../../ui/button.tsx'
import { goOnAfter } from '../../../ui/focus-after.ts'
import { LazyInFront } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { SaveViewButton } from '../views/save-view-button.tsx'
import { useSaveChanges } from '../views/use-save-changes.ts'
import { Chips } from './chips.tsx'
import { asksNothing } from './filter.ts'
import type { BoardDisplay } from './use-board-display.ts'
import type { Shown } from './use-shown.ts'

const loadPopover = () => import('./filter-popover.tsx')
const FilterPopover = lazyPart(async () => ({ default: (await loadPopover()).FilterPopover }))

type Props = { board: BoardModel; display: BoardDisplay; shown: Shown }

/** The conditions of the filter, each with a button that removes it, and the number of matching cards. */
export function FilterBar(props: Props) {
  return (
    <AreaTexts area="views" fallback={<div className="h-9 shrink-0 max-md:hidden" />}>
      <Bar {...props} />
    </AreaTexts>
  )
}

function Bar({ board, display, shown }: Props) {
  const t = useTranslations('views.filter')
  const [edited, setEdited] = useState<{ facetId: string; chip: Element } | null>(null)
  const asks = !asksNothing(display.filter)
  return (
    // On a phone the filter is a sheet with the chips at its top, because the bars around the cards take 88 px there.
    <section aria-label={t('bar')} className="flex shrink-0 flex-wrap items-center gap-1.5 px-3 md:min-h-9 md:px-5 md:pb-2">
      {display.state === 'viewGone' && <GoneView onLeave={() => display.choose(null)} />}
      <Chips
        board={board}
        display={display}
        className="max-md:hidden"
        onEdit={(facetId, chip) => {
          // Words are edited in their field, not at the chip: the chip disappears with the last letter, and a popover beside it would too.
          if (facetId === null) return document.querySelector<HTMLElement>('[data-filter]')?.click()
          void loadPopover().catch(() => {})
          return setEdited({ facetId, chip })
        }}
      />
      {asks && <Count shown={shown} />}
      {display.state === 'ready' && display.view === null && asks && (
        <span className="contents max-md:hidden">
          <SaveViewButton board={board} display={display} />
        </span>
      )}
      {display.isEdited && <Edited board={board} display={display} />}
      {edited && (
        <LazyInFront of={edited} onClose={() => setEdited(null)}>
          <FilterPopover
            key={edited.facetId}
            anchor={edited.chip}
            facetId={edited.facetId}
            open
            onOpenChange={(open) => !open && setEdited(null)}
            onEmptied={() => {
              const goOn = goOnAfter(edited.chip, 'main', '[data-filter]')
              setEdited(null)
              goOn()
            }}
            board={board}
            display={display}
          />
        </LazyInFront>
      )}
    </section>
  )
}

function Count({ shown: { count, total, searching, failure } }: { shown: Shown }) {
  const t = useTranslations('views.filter')
  return (
    <p role="status" className="flex items-center gap-1.5 px-1 text-ink-2 text-sm tabular-nums max-md:sr-only">
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

/** The displayed view differs from the saved one. */
function Edited({ board, display }: { board: BoardModel; display: BoardDisplay }) {
  const t = useTranslations('views')
  const { mayChange, save } = useSaveChanges(board, display)
  const { view } = display
  const discard = () => view && display.choose(view.id)
  useCommands({ ...(mayChange && { saveViewChanges: () => void save() }), discardViewChanges: discard })
  if (!view) return null
  return (
    <span className="flex items-center gap-1.5 max-md:hidden md:ml-auto">
      <span className="text-ink-3 text-sm">{t('edited')}</span>
      <Button variant="quiet" size="sm" onClick={discard}>
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
