import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { type PropertyName, useAdding } from './adding/adding.ts'

type Props = { name: string; icon: LucideIcon; children: ReactNode }

const line = 'grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-1'

/** A name, and the value beside it: both in the middle of the first line. `part` is how a command finds it. */
export const Property = ({ part, ...more }: Props & { part?: PropertyName }) => (
  <div data-property={part} className={line}>
    <Pair {...more} />
  </div>
)

/** A property that may be empty: on a phone it is in the row of parts to add until it has a value. */
export function OptionalProperty({ part, isEmpty, ...more }: Props & { part: PropertyName; isEmpty: boolean }) {
  const { opened } = useAdding()
  return (
    <div data-property={part} className={classes(line, isEmpty && !opened.has(part) && 'max-md:hidden')}>
      <Pair {...more} />
    </div>
  )
}

function Pair({ name, icon: Icon, children }: Props) {
  return (
    <>
      <dt className="flex min-h-8 min-w-0 items-center gap-1.5 text-ink-3 text-sm pointer-coarse:min-h-11">
        <Icon size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** A value that opens its control. Border and size match a field, so that all values are aligned. A disabled one has full contrast: it is still read. */
export const valueClasses =
  'h-auto! min-h-8 w-full flex-wrap justify-start! border border-transparent px-2! py-1! text-left font-normal! text-ink! disabled:cursor-default! disabled:opacity-100! pointer-coarse:text-[1rem]!'

/** A field that looks like plain text until it is hovered or focused. */
export const quietInput =
  'min-h-8 w-full min-w-0 rounded-md border border-transparent bg-transparent px-2 py-1 text-ink hover:not-disabled:bg-hover focus:border-line-strong focus:bg-surface aria-invalid:border-danger pointer-coarse:min-h-11'
