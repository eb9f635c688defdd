/** A line of the sidebar. */
export const navLook =
  'flex h-8 items-center gap-2 rounded-md px-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink'
