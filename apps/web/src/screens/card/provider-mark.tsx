import { Link2 } from 'lucide-react'

const marks: Record<string, string> = {
  github:
    'M12 .3a12 12 0 0 0-3.8 23.38c.6.12.83-.26.83-.57L9 21.07c-3.34.72-4.04-1.61-4.04-1.61-.55-1.39-1.34-1.76-1.34-1.76-1.08-.74.09-.73.09-.73 1.2.09 1.83 1.24 1.83 1.24 1.08 1.83 2.81 1.3 3.5 1 .1-.78.42-1.31.76-1.61-2.67-.3-5.47-1.33-5.47-5.93 0-1.31.47-2.38 1.24-3.22-.14-.3-.54-1.52.1-3.18 0 0 1-.32 3.3 1.23a11.5 11.5 0 0 1 6 0c2.28-1.55 3.29-1.23 3.29-1.23.64 1.66.24 2.88.12 3.18a4.65 4.65 0 0 1 1.23 3.22c0 4.61-2.8 5.63-5.48 5.92.42.36.81 1.1.81 2.22l-.01 3.29c0 .31.2.69.82.57A12 12 0 0 0 12 .3Z',
  gitlab:
    'm23.6 9.6-.03-.09-3.27-8.53a.86.86 0 0 0-1.34-.35.88.88 0 0 0-.29.44l-2.2 6.75H7.53L5.33 1.07a.86.86 0 0 0-.3-.44.87.87 0 0 0-1.33.35L.43 9.5l-.03.09a6.07 6.07 0 0 0 2.01 7l.01.02.03.02 4.98 3.73 2.46 1.86 1.5 1.13a1 1 0 0 0 1.22 0l1.5-1.13 2.46-1.86 5-3.75.02-.01a6.07 6.07 0 0 0 2-7Z',
}

/** Where a link leads, by the mark of its system. */
export function ProviderMark({ system }: { system: string }) {
  const path = marks[system.toLowerCase()]
  if (path === undefined) return <Link2 role="img" aria-label={system} size={14} className="shrink-0 text-ink-3" />
  return (
    <svg role="img" aria-label={system} width="14" height="14" viewBox="0 0 24 24" className="shrink-0 text-ink-2">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
