import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'

type Props = {
  /** The button that opens it; or the element that it stands beside, once it is open. */
  trigger?: ReactElement | undefined
  anchor?: Element | null | undefined
  title: string
  size?: 'small' | 'wide'
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Where the focus goes on from when it is closed; otherwise back to where it was. */
  focusAfter?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

/** A small form or list beside what it is about. */
export function Popover({ trigger, anchor, title, size = 'small', open, onOpenChange, focusAfter, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />}
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="start" sideOffset={4} className="z-40">
          <Base.Popup
            finalFocus={focusAfter}
            className={classes(
              size === 'wide' ? 'w-96' : 'w-72',
              'max-h-[var(--available-height)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-overlay p-3 shadow-floating outline-none',
            )}
          >
            <Base.Title className="mb-2 font-medium text-ink-3 text-xs">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
