import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'

type Props = {
  title: string
  action: string
  variant?: 'danger' | 'primary'
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Explains an act that cannot be undone, before it is done. After a failure it stays open, with the reason. */
export function ConfirmDialog({ title, action, variant = 'danger', onConfirm, onClose, children }: Props) {
  const t = useTranslations('card')
  const form = useForm(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <Dialog onClose={onClose} title={title}>
      <form className="grid gap-4 p-4" onSubmit={form.submit}>
        <div className="grid gap-2 text-md">{children}</div>
        <Problem text={form.problem} />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant={variant} busy={form.busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
