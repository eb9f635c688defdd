import type { ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Popover } from '../../../ui/popover.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { BoardDisplay } from './use-board-display.ts'

type Props = { trigger: ReactElement; open: boolean; onOpenChange: (open: boolean) => void; board: BoardModel; display: BoardDisplay }

export function FilterPopover({ trigger, open, onOpenChange, board, display }: Props) {
  const t = useTranslations('board')
  return (
    <Popover trigger={trigger} title={t('filter')} size="wide" open={open} onOpenChange={onOpenChange}>
      <AreaTexts area="views">
        <FilterPanel board={board} display={display} />
      </AreaTexts>
    </Popover>
  )
}
