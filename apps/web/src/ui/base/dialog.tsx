import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { focusPlace } from '../focus-after.ts'

export type DialogProps = {
  onClose: () => void
  title: string
  /** `wide`: for a whole card. On a phone it fills the screen. */
  size?: 'small' | 'wide'
  /** Replaces the visible title. */
  header?: ReactNode
  children: ReactNode
}

export function Dialog({ onClose, title, size = 'small', header, children }: DialogProps) {
  const t = useTranslations('common')
  const wide = size === 'wide'
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // A small dialog focuses its first field. A card is read first, so it focuses none, but the part that the keyboard scrolls.
  const first = () =>
    (wide ? scroller(body.current) : popup.current?.querySelector<HTMLElement>('input:not([type=radio]), select, textarea')) ??
    popup.current ??
    true
  return (
    <Base.Root
      open
      onOpenChange={(next, change) => {
        const text = wide && change.reason === 'escape-key' ? begunText(change.event.target) : null
        if (text) {
          change.cancel()
          focusPlace(text.closest<HTMLElement>('section, [role=tabpanel]') ?? scroller(body.current) ?? popup.current)
        } else if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport
          className={classes(
            'fixed inset-0 z-30 overflow-y-auto overscroll-contain',
            wide ? 'flow-root md:px-6' : 'grid items-end justify-items-center md:items-start md:px-6 md:pt-[14vh]',
          )}
        >
          <Base.Popup
            ref={popup}
            initialFocus={first}
            className={classes(
              'relative flex w-full flex-col bg-overlay shadow-floating outline-none transition duration-150 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0',
              wide
                ? // A margin, not padding of the viewport: sticky elements would stop at the padding, with the card scrolling above it.
                  'mx-auto max-md:h-dvh md:my-[5vh] md:min-h-[60vh] md:max-w-[58rem] md:rounded-lg'
                : 'pad-safe-b rounded-t-lg md:max-w-md md:rounded-lg',
            )}
          >
            <div
              data-dialog-header
              className={classes(
                'z-10 flex items-center gap-2 border-line bg-overlay py-2 pr-2 pl-4',
                // On a phone the acts on a card are at the bottom, in reach of the thumb.
                wide
                  ? 'max-md:order-last max-md:border-t max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:sticky md:top-0 md:rounded-t-lg md:border-b'
                  : 'rounded-t-lg border-b',
              )}
            >
              <Base.Title className={classes('font-semibold text-md', header ? 'sr-only' : 'flex-1')}>{title}</Base.Title>
              {header}
              <Base.Close render={<IconButton label={t('close')} icon={<X size={16} aria-hidden />} />} />
            </div>
            {wide ? <AboveTheBar ref={body}>{children}</AboveTheBar> : children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * On a phone the card scrolls above the bar with its actions, so that the bar never covers half of a control. It takes the focus there, because
 * it may have no control in it, for example a text; elsewhere it has no box and takes none.
 */
const AboveTheBar = ({ ref, children }: { ref: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div
    ref={ref}
    data-dialog-body
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    tabIndex={0}
    className="-outline-offset-2 max-md:min-h-0 max-md:flex-1 max-md:overflow-y-auto max-md:overscroll-contain md:contents"
  >
    {children}
  </div>
)

/** The body of a dialog, if it scrolls by itself and not with the dialog. */
const scroller = (body: HTMLElement | null): HTMLElement | null => (body?.getClientRects().length ? body : null)

/** The field around the target, if its text was begun. There Escape leaves the field; a second Escape closes the card. */
const begunText = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest('[data-begun]') : null)
