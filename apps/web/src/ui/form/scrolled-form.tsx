import type { FormEvent, ReactNode } from 'react'

type Props = { footer: ReactNode; onSubmit: (event: FormEvent<HTMLFormElement>) => void; children: ReactNode }

/** A form in a `tall` dialog: its fields scroll, its button stays in view. */
export function ScrolledForm({ footer, onSubmit, children }: Props) {
  return (
    <form className="flex min-h-0 flex-col" onSubmit={onSubmit}>
      <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto overscroll-contain p-4">{children}</div>
      <div className="flex justify-end border-line border-t px-4 py-3">{footer}</div>
    </form>
  )
}
