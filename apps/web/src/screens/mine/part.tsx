import type { ReactNode } from 'react'

type Props = { name: string; count: number; hint?: string; children: ReactNode }

/** A section of a list of work, with how much it holds. */
export function Part({ name, count, hint, children }: Props) {
  return (
    <section aria-label={name} className="mb-7">
      <h2 className="mb-2 flex items-baseline gap-2 font-semibold text-md">
        {name} <span className="font-normal text-ink-3 text-sm tabular-nums">{count}</span>
        {hint !== undefined && <span className="font-normal text-ink-3 text-sm max-md:hidden">{hint}</span>}
      </h2>
      {children}
    </section>
  )
}
