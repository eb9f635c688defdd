import type { ReactNode } from 'react'
import { useOpenCard } from './card-context.ts'

/** A part of a card under its small heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  // Below the title of the card, which is the page's or the dialog's.
  const Heading = useOpenCard().form === 'page' ? 'h2' : 'h3'
  return (
    <section aria-label={title}>
      <header className="mb-1.5 flex min-h-7 items-center gap-2">
        <Heading className="font-semibold text-ink-2 text-sm">{title}</Heading>
        {aside}
      </header>
      {children}
    </section>
  )
}
