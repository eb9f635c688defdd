import { useEffect, useState } from 'react'

/**
 * Shows the name of a control on hover and on keyboard focus: one layer for every `data-tip` on the page. A component per
 * button would cost a board with hundreds of buttons dearly. Screen readers have the same text as the name of the control.
 */
const delayMs = 500
const controls = 'a, button, input, select, textarea, [role=button]'

type Tip = { text: string; x: number; top: number; bottom: number }

export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const hide = () => {
      clearTimeout(timer)
      setTip(null)
    }
    const show = (event: Event, afterMs: number) => {
      hide()
      const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      if (at && !isSaid(at)) timer = setTimeout(() => at.isConnected && !hasOpened(at) && setTip(tipOf(at)), afterMs)
    }
    // A finger does not hover: a tap shows the tooltip of an element that has no other act.
    const tapped = (event: PointerEvent) =>
      event.pointerType === 'touch' && event.target instanceof Element && !event.target.closest(controls) && show(event, 0)
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && show(event, delayMs)
    const focused = (event: FocusEvent) => event.target instanceof Element && event.target.matches(':focus-visible') && show(event, 0)
    const listeners = {
      pointerover: over,
      focusin: focused,
      pointerdown: hide,
      pointerup: tapped,
      keydown: hide,
      focusout: hide,
      scroll: hide,
    } as const
    const entries = Object.entries(listeners) as [string, EventListener][]
    for (const [name, listener] of entries) document.addEventListener(name, listener, true)
    // A menu whose code came late opens below a tooltip that is there already.
    const popups = new MutationObserver(hide)
    popups.observe(document, { subtree: true, attributeFilter: ['aria-expanded'] })
    return () => {
      hide()
      popups.disconnect()
      for (const [name, listener] of entries) document.removeEventListener(name, listener, true)
    }
  }, [])
  if (!tip) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 w-max max-w-[min(24rem,calc(100vw-1rem))] rounded-sm bg-ink px-2 py-1 text-canvas text-xs shadow-raised"
      ref={(layer) => {
        if (layer) place(layer, tip)
      }}
    >
      {tip.text}
    </div>
  )
}

/** Below the element, or above if there is no room; whole within the window. */
function place({ style, offsetWidth, offsetHeight }: HTMLElement, { x, top, bottom }: Tip): void {
  const above = bottom + 6 + offsetHeight > window.innerHeight - 8
  style.left = `${Math.min(Math.max(8, x - offsetWidth / 2), window.innerWidth - 8 - offsetWidth)}px`
  style.top = `${above ? top - 6 - offsetHeight : bottom + 6}px`
}

/** A visible name needs no tooltip. */
function isSaid(at: HTMLElement): boolean {
  return (at.querySelector<HTMLElement>('[data-said]')?.offsetWidth ?? 0) > 1
}

/** An element that has opened a popup needs no tooltip. */
const hasOpened = (at: HTMLElement): boolean => at.ariaExpanded === 'true'

function tipOf(at: HTMLElement): Tip {
  const { left, width, top, bottom } = at.getBoundingClientRect()
  return { text: at.dataset.tip ?? '', x: left + width / 2, top, bottom }
}
