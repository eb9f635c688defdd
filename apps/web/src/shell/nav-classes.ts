/** A line of the sidebar; on a tablet its icon alone, which leaves the room to the page. */
export const navClasses =
  'relative flex h-8 items-center gap-2 rounded-md px-2 max-lg:justify-center max-lg:px-0 pointer-coarse:h-11 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink'
