import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type Props = { title: string; text: ReactNode; does: string; onConfirm: () => Promise<unknown>; onClose: () => void }

/** Confirms an irreversible act. */
export function Confirm({ title, text, does, onConfirm, onClose }: Props) {
  const t = useTranslations('automation')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="grid gap-4 p-4">
        <p className="text-md">{text}</p>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {does}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
