import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { useBoardFrame } from '../board-context.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { SaveViewDialog } from './view-dialogs.tsx'

export function SaveViewButton({ board, display }: { board: BoardModel; display: BoardDisplay }) {
  const t = useTranslations('views')
  const { isArchived } = useBoardFrame()
  const [saving, setSaving] = useState(false)
  if (isArchived) return null
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setSaving(true)}>
        <BookmarkPlus size={14} aria-hidden /> {t('save')}
      </Button>
      {saving && <SaveViewDialog board={board} display={display} onClose={() => setSaving(false)} />}
    </>
  )
}
