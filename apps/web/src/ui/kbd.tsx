import { useMessages } from 'use-intl'

/** Returns the name of a key on keyboards of the reader's language: “Ctrl” is “Strg” in German. */
export function useCapName(): (cap: string) => string {
  const caps: Readonly<Record<string, string>> = useMessages().common.caps
  return (cap) => caps[cap] ?? cap
}

/** A key to press. */
export function Kbd({ children }: { children: string }) {
  const nameOf = useCapName()
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong/60 bg-sunken px-1 font-mono text-ink-2 text-xs">
      {nameOf(children)}
    </kbd>
  )
}
