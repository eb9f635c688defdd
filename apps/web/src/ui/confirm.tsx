import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; action: string; children: ReactNode; onConfirm: () => void; onClose: () => void }

/** Confirms an act that cannot be undone: the consequences, and the verb on the button. */
export function Confirm({ title, action, children, onConfirm, onClose }: Props) {
  const t = useTranslations('card')
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-4 p-4">
        <p className="text-ink-2 text-md [overflow-wrap:anywhere]">{children}</p>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
