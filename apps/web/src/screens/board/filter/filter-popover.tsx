import { type ReactElement, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { HeldKeys } from '../../../ui/loading/held-keys.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { Chips } from './chips.tsx'
import { FacetChoice } from './facet-choice.tsx'
import { asksOf, useFacets } from './facets.tsx'
import { type Filter, meant } from './filter.ts'
import { FilterMenu } from './filter-menu.tsx'
import type { BoardDisplay } from './use-board-display.ts'

type Props = {
  /** The button that opens it, with all conditions; or a chip, with its own. */
  trigger?: ReactElement
  anchor?: Element
  facetId?: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called before the last choice of `facetId` is removed, and its chip with it. */
  onEmptied?: () => void
  board: BoardModel
  display: BoardDisplay
}

/** Beside its button, on a phone a sheet. The board behind it is filtered at once. */
export function FilterPopover({ trigger, anchor, facetId = null, open, onOpenChange, onEmptied, board, display }: Props) {
  const t = useTranslations('board')
  return (
    <Popover
      trigger={trigger}
      anchor={anchor}
      title={t('filter')}
      isSheet
      titleOnSheetOnly
      open={open}
      onOpenChange={onOpenChange}
      {...(anchor && { focusAfter: () => (anchor instanceof HTMLElement && anchor.isConnected ? anchor : filterButton()) })}
    >
      <AreaTexts area="views" fallback={<Fetching />}>
        <Conditions board={board} display={display} begins={facetId} onDone={() => onOpenChange(false)} onEmptied={onEmptied} />
      </AreaTexts>
    </Popover>
  )
}

const Fetching = () => (
  <div className="h-72">
    <HeldKeys inside />
  </div>
)

const filterButton = (): HTMLElement | null => document.querySelector('[data-filter]')

type ConditionsProps = Pick<Props, 'board' | 'display' | 'onEmptied'> & { begins: string | null; onDone: () => void }

function Conditions({ board, display, begins, onDone, onEmptied }: ConditionsProps) {
  const { filter } = display
  const facets = useFacets(board, filter)
  const [facetId, setFacetId] = useState(begins)
  const facet = facets.find((one) => one.id === facetId)
  const set = (change: Filter) => {
    const next = meant({ ...filter, ...change })
    if (begins !== null && !asksOf(next, begins)) onEmptied?.()
    display.change({ filter: next })
  }
  if (facet)
    return (
      <FacetChoice
        key={facet.id}
        facet={facet}
        filter={filter}
        onChange={set}
        onBack={begins === null ? () => setFacetId(null) : undefined}
        onDone={onDone}
      />
    )
  return (
    <>
      <Chips board={board} display={display} className="mb-2 md:hidden" onEdit={setFacetId} />
      <FilterMenu
        facets={facets}
        q={filter.q ?? ''}
        onWords={(q) => display.change({ filter: meant({ ...filter, q }) }, { replace: true })}
        onPick={(change) => set({ ...change, q: undefined })}
        onFacet={setFacetId}
        onDone={onDone}
      />
    </>
  )
}
