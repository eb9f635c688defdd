import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** What a line of the sidebar is called; where only the icon is shown, its tooltip says it (`data-said`). */
export function NavName({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span data-said className={classes('max-lg:sr-only', className)}>
      {children}
    </span>
  )
}
