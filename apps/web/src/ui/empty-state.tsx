import type { ReactNode } from 'react'

type Props = { title: string /** `h1` if it is the whole page. */; level?: 'h1' | 'h2'; children?: ReactNode; action?: ReactNode }

/** An empty list: its purpose, and how to begin. */
export function EmptyState({ title, level: Heading = 'h2', children, action }: Props) {
  return (
    <div data-empty className="grid max-w-sm justify-items-start gap-2 py-12">
      <Tracks />
      <Heading className="mt-2 font-semibold text-lg">{title}</Heading>
      {children && <p className="text-ink-2 text-md">{children}</p>}
      {action && (
        <div data-commands className="mt-2">
          {action}
        </div>
      )}
    </div>
  )
}

/** Two tracks that run side by side: one round, one square. */
function Tracks() {
  return (
    <svg aria-hidden width="72" height="28" viewBox="0 0 72 28" fill="none" className="text-accent">
      <path d="M2 24h68" stroke="currentColor" strokeOpacity=".35" strokeWidth="2" strokeLinecap="round" strokeDasharray="1 6" />
      <circle cx="20" cy="12" r="8" stroke="currentColor" strokeWidth="2" />
      <rect x="40" y="4" width="16" height="16" rx="3" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
