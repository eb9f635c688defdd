import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'

/** A page of settings: its title, an introduction, and the button for a new item. */
export function Page({ title, intro, action, children }: { title: string; intro?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="mb-3 flex md:mb-5 flex-wrap items-start justify-between gap-x-4 gap-y-3 md:flex-nowrap">
        <div className="min-w-0 max-w-xl">
          <h1 className="flex items-center font-semibold md:min-h-8 text-xl tracking-tight">{title}</h1>
          {intro && <p className="mt-1 text-ink-2 text-md">{intro}</p>}
        </div>
        {action && (
          <div data-commands className="flex shrink-0 items-center gap-2 md:min-h-8">
            {action}
          </div>
        )}
      </header>
      {children}
    </>
  )
}

/** A part of a page with a heading. */
export function Part({
  title,
  intro,
  children,
  danger = false,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  danger?: boolean
}) {
  return (
    <section aria-label={title} className="mt-8 border-line border-t pt-5 [header+&]:mt-0 [header+&]:border-t-0 [header+&]:pt-0">
      <h2 className={classes('font-semibold text-md', danger && 'text-danger')}>{title}</h2>
      {intro && <p className="mt-0.5 max-w-xl text-ink-2">{intro}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

/** Rows of items of one kind. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid gap-px overflow-hidden rounded-lg border border-line bg-line">
      {children}
    </ul>
  )
}

/** A row of settings: its title, facts below, and its buttons at the end. */
export function Row({ lead, title, facts, children }: { lead?: ReactNode; title: ReactNode; facts?: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-3 py-2">
      {lead}
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium text-md">{title}</div>
        {facts && <div className="flex flex-wrap gap-x-3 gap-y-1 text-ink-3 text-sm">{facts}</div>}
      </div>
      {children && (
        <div data-commands className="ml-auto flex items-center gap-1">
          {children}
        </div>
      )}
    </li>
  )
}
