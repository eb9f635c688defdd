import type { ReactNode } from 'react'

/** A part of a card under its small heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <header className="mb-1.5 flex min-h-7 items-center gap-2">
        <h3 className="font-semibold text-ink-2 text-sm">{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  )
}
