import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChangeBoard } from '../../mutations/change-board.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'

type Props = { boardId: string; isAdmin: boolean; className?: string }

/** Explains why nothing can be changed here, and how to change that. */
export function ArchivedNote({ boardId, isAdmin, className }: Props) {
  const t = useTranslations('board.readOnly')
  const change = useChangeBoard()
  const [busy, setBusy] = useState(false)
  const onRestore = async () => {
    setBusy(true)
    await change(boardId, { archived: false })
    setBusy(false)
  }
  return (
    <div
      role="note"
      className={classes('flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-3 py-2', className)}
    >
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <Archive size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
        {isAdmin ? t('admin') : t('other')}
      </p>
      {isAdmin && (
        <Button size="sm" busy={busy} onClick={() => void onRestore()}>
          {t('restore')}
        </Button>
      )}
    </div>
  )
}
