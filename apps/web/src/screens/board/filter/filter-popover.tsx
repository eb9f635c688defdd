import type { ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../../i18n/areas.tsx'
import type { BoardModel } from '../../../live/board-model.ts'
import { Popover } from '../../../ui/popover.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { BoardLook } from './use-board-look.ts'

type Props = { trigger: ReactElement; open: boolean; onOpenChange: (open: boolean) => void; board: BoardModel; look: BoardLook }

export function FilterPopover({ trigger, open, onOpenChange, board, look }: Props) {
  const t = useTranslations('board')
  return (
    <Popover trigger={trigger} title={t('filter')} size="wide" open={open} onOpenChange={onOpenChange}>
      <AreaTexts area="views">
        <FilterPanel board={board} look={look} />
      </AreaTexts>
    </Popover>
  )
}
