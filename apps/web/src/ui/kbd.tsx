import type { ReactNode } from 'react'

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong/60 bg-sunken px-1 font-mono text-ink-2 text-xs">
      {children}
    </kbd>
  )
}
