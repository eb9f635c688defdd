import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; action: string; children: ReactNode; onConfirm: () => void; onClose: () => void }

/** Confirms an act that cannot be undone: the consequences, and the verb on the button. */
export function Confirm({ title, action, children, onConfirm, onClose }: Props) {
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    // For React, events of a dialog bubble into the forms around it, though it is elsewhere in the document.
    event.stopPropagation()
    onClose()
    onConfirm()
  }
  return (
    <ConfirmFrame title={title} action={action} onSubmit={confirm} onClose={onClose}>
      <p>{children}</p>
    </ConfirmFrame>
  )
}

type FrameProps = {
  title: string
  action: string
  variant?: 'danger' | 'primary'
  busy?: boolean
  /** Why it failed. */
  problem?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** The look of every confirmation. */
export function ConfirmFrame({ title, action, variant = 'danger', busy = false, problem, onSubmit, onClose, children }: FrameProps) {
  const t = useTranslations('card')
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid gap-4 p-4" onSubmit={onSubmit}>
        <div className="grid gap-2 text-md [overflow-wrap:anywhere]">{children}</div>
        {problem}
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant={variant} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
