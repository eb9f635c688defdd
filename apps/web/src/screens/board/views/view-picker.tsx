import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { LazyInFront, LazyInPlace } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { useViewCommands } from './use-view-commands.ts'
import type { ViewDialog } from './view-menu.tsx'

const load = () => import('./view-menu.tsx')
const Items = lazyPart(async () => ({ default: (await load()).ViewMenu }))
const Dialogs = lazyPart(async () => ({ default: (await load()).ViewDialogs }))

/** Which of the saved views is shown. */
export function ViewPicker({ board, display }: { board: BoardModel; display: BoardDisplay }) {
  const t = useTranslations('board')
  const [dialog, setDialog] = useState<ViewDialog | null>(null)
  useViewCommands(board, display, setDialog)
  const trigger = (
    <Button
      variant="quiet"
      size="sm"
      className="min-w-0 max-w-48 md:@max-[54rem]:max-w-32"
      data-views
      data-tip={t('viewTip')}
      onPointerEnter={() => void load().catch(() => {})}
    >
      <span className="truncate">{display.view?.name ?? t('allCards')}</span>
      <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} align="start">
        <LazyInPlace>
          <Items board={board} display={display} onAsk={setDialog} />
        </LazyInPlace>
      </Menu>
      {dialog !== null && (
        <LazyInFront onClose={() => setDialog(null)}>
          <Dialogs dialog={dialog} board={board} display={display} onClose={() => setDialog(null)} />
        </LazyInFront>
      )}
    </>
  )
}
