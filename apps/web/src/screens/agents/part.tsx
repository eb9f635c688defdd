import { type ReactNode, useId } from 'react'

/** A part of an agent's page with a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-md">
        {title}
      </h2>
      {children}
    </section>
  )
}
