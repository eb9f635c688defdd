import type { ReactNode } from 'react'
import { ConfirmFrame } from '../../ui/confirm.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'

type Props = {
  title: string
  action: string
  variant?: 'danger' | 'primary'
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Explains an act before it is done. It is `danger` unless it can be taken back or costs little. After a failure it stays open, with the reason. */
export function ConfirmDialog({ onConfirm, onClose, children, ...looks }: Props) {
  const form = useForm(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <ConfirmFrame {...looks} busy={form.busy} problem={<Problem text={form.problem} />} onSubmit={form.submit} onClose={onClose}>
      {children}
    </ConfirmFrame>
  )
}
