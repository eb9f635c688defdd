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
