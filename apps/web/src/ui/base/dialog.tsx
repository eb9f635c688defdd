import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { focusPlace } from '../focus-after.ts'
import { scrollFromBeside } from '../scroll-from-beside.ts'

export type DialogProps = {
  onClose: () => void
  title: string
  /**
   * `wide`: for a whole card. Its header stands still while the body scrolls. On a phone it fills the screen.
   * `tall`: for a form that may be higher than the window. It ends within the window, and its `ScrolledForm` scrolls above the buttons.
   */
  size?: 'small' | 'tall' | 'wide'
  /** Replaces the visible title. */
  header?: ReactNode
  children: ReactNode
}

export function Dialog({ onClose, title, size = 'small', header, children }: DialogProps) {
  const t = useTranslations('common')
  const wide = size === 'wide'
  const tall = size === 'tall'
  const titleId = useId()
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // A small dialog focuses its first field. A card is read first, so it focuses none.
  const first = () =>
    (wide ? null : popup.current?.querySelector<HTMLElement>('input:not([type=radio]), select, textarea')) ?? popup.current ?? true
  return (
    <Base.Root
      open
      onOpenChange={(next, change) => {
        const text = wide && change.reason === 'escape-key' ? begunText(change.event.target) : null
        if (text) {
          change.cancel()
          focusPlace(text.closest<HTMLElement>('section, [role=tabpanel]') ?? body.current)
        } else if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-30 bg-scrim print:hidden transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport
          onWheel={(event) => scrollFromBeside(event, body.current)}
          className={classes(
            'fixed inset-0 z-30 overflow-y-auto overscroll-contain',
            wide
              ? 'md:px-6 md:py-[5vh] print:static print:overflow-visible print:p-0'
              : 'grid items-end justify-items-center md:items-start md:px-6 md:pt-[min(14vh,max(4rem,100dvh-44rem))] md:pb-6',
            tall && 'grid-rows-[minmax(0,1fr)] max-md:pt-6',
          )}
        >
          <Base.Popup
            ref={popup}
            initialFocus={first}
            onFocus={({ target }) => {
              // The popup gets the focus at first, and again when the focused control disappears. Only the body scrolls by keyboard.
              if (target === popup.current) body.current?.focus({ preventScroll: true, focusVisible: false })
            }}
            className={classes(
              'relative flex w-full flex-col bg-overlay shadow-floating outline-none transition duration-150 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0',
              wide
                ? 'mx-auto max-md:h-dvh md:max-h-full md:min-h-[60vh] md:max-w-[58rem] md:rounded-lg print:h-auto print:max-h-none print:shadow-none'
                : 'pad-safe-b rounded-t-lg md:max-w-md md:rounded-lg',
              tall && 'max-h-full',
            )}
          >
            <div
              data-dialog-header
              className={classes(
                'flex items-center gap-2 border-line bg-overlay py-2 pr-2 pl-4',
                // On a phone the acts on a card are at the bottom, in reach of the thumb.
                wide
                  ? 'max-md:order-last max-md:border-t max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:rounded-t-lg md:border-b md:pl-6'
                  : 'rounded-t-lg border-b',
              )}
            >
              <Base.Title id={titleId} className={classes('font-semibold text-md', header ? 'sr-only' : 'flex-1')}>
                {title}
              </Base.Title>
              {header}
              <Base.Close render={<IconButton label={t('close')} icon={<X size={16} aria-hidden />} />} />
            </div>
            {wide ? (
              <ScrolledBody ref={body} titleId={titleId}>
                {children}
              </ScrolledBody>
            ) : (
              children
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type BodyProps = { ref: RefObject<HTMLDivElement | null>; titleId: string; children: ReactNode }

/**
 * The scrolling body of a wide dialog. The header is outside it, so it never covers half of a control. The body is focusable, because it may
 * contain no control, for example only text.
 */
const ScrolledBody = ({ ref, titleId, children }: BodyProps) => (
  <div
    ref={ref}
    data-dialog-body
    role="group"
    aria-labelledby={titleId}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    tabIndex={0}
    className="-outline-offset-2 flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain *:shrink-0 md:rounded-b-lg print:overflow-visible"
  >
    {children}
  </div>
)

/** The field around the target, if its text was begun. There Escape leaves the field; a second Escape closes the card. */
const begunText = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest('[data-begun]') : null)
