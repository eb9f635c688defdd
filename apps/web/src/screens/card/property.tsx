import type { ReactNode } from 'react'

/** A name, and the value beside it. */
export function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-1">
      <dt className="pt-1.5 text-ink-3 text-sm [overflow-wrap:anywhere] pointer-coarse:pt-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** A value that opens what it can be changed to. */
export const valueClasses = 'h-auto! min-h-8 w-full flex-wrap justify-start! px-2! py-1! text-left font-normal! text-ink!'

/** A field that looks like its value until somebody points at it. */
export const quietInput =
  'min-h-8 w-full min-w-0 rounded-md border border-transparent bg-transparent px-2 py-1 text-ink hover:not-disabled:bg-hover focus:border-line-strong focus:bg-surface aria-invalid:border-danger pointer-coarse:min-h-11'
