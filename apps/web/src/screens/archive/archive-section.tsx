import { type ReactNode, useId } from 'react'

export const rowClasses = 'flex min-h-11 items-center gap-3 border-line border-b px-1 py-1.5 last:border-b-0'

export function ArchiveSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-medium text-ink-3 text-sm">
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}
