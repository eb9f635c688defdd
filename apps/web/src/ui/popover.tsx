import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'

type Props = {
  /** The button that opens it; or the element that it is placed beside, once it is open. */
  trigger?: ReactElement | undefined
  anchor?: Element | null | undefined
  title: string
  /** On a phone it is at the lower edge of the screen, in reach of the thumb. */
  isSheet?: boolean
  /** Beside its element, what is in it needs no title. */
  titleOnSheetOnly?: boolean
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** The element that gets the focus when the popover closes; by default the one that had it before. */
  focusAfter?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

/** A small form or list beside the element that it belongs to. */
export function Popover({
  trigger,
  anchor,
  title,
  isSheet = false,
  titleOnSheetOnly = false,
  open,
  onOpenChange,
  focusAfter,
  children,
}: Props) {
  const t = useTranslations('common')
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />}
      <Base.Portal>
        {isSheet && <Base.Backdrop className="fixed inset-0 z-30 bg-scrim md:hidden" />}
        <Base.Positioner anchor={anchor} align="start" sideOffset={4} className={classes('z-40', isSheet && sheetAt)}>
          <Base.Popup
            finalFocus={focusAfter}
            className={classes(
              isSheet && sheet,
              'w-72 max-h-[var(--available-height)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-overlay p-3 shadow-floating outline-none',
            )}
          >
            <div className={classes(isSheet && head)}>
              <Base.Title className={classes('mb-2 font-medium text-ink-3 text-xs', titleOnSheetOnly && 'md:sr-only')}>{title}</Base.Title>
              {isSheet && (
                <Base.Close render={<IconButton label={t('close')} icon={<X size={16} aria-hidden />} className="md:hidden" />} />
              )}
            </div>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The library sets the position in the element's style: only `important` overrides it. */
const sheetAt = 'max-md:inset-x-0! max-md:top-auto! max-md:bottom-0! max-md:fixed! max-md:w-full! max-md:transform-none!'
const sheet =
  'max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))]! max-md:max-h-[90dvh]! max-md:w-full! max-md:max-w-none! max-md:rounded-b-none! max-md:rounded-t-lg!'
/** On a phone it stays while the rest scrolls below it. */
const head =
  'max-md:sticky max-md:-top-3 max-md:z-10 max-md:-mx-3 max-md:-mt-3 max-md:flex max-md:items-center max-md:justify-between max-md:bg-overlay max-md:py-1 max-md:pr-1 max-md:pl-3 max-md:*:mb-0'
