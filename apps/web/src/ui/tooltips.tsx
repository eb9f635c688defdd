import { useEffect, useState } from 'react'

/**
 * Shows the name of a control on hover and on keyboard focus: one layer for every `data-tip` on the page. A component per
 * button would cost a board with hundreds of buttons dearly. Screen readers have the same text as the name of the control.
 */
const delayMs = 500

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
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && show(event, delayMs)
    const focused = (event: FocusEvent) => event.target instanceof Element && event.target.matches(':focus-visible') && show(event, 0)
    const listeners = { pointerover: over, focusin: focused, pointerdown: hide, keydown: hide, focusout: hide, scroll: hide } as const
    const entries = Object.entries(listeners) as [string, EventListener][]
    for (const [name, listener] of entries) document.addEventListener(name, listener, true)
    return () => {
      hide()
      for (const [name, listener] of entries) document.removeEventListener(name, listener, true)
    }
  }, [])
  if (!tip) return null
  const above = tip.bottom > window.innerHeight - 48
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 -translate-x-1/2 whitespace-nowrap rounded-sm bg-ink px-2 py-1 text-canvas text-xs shadow-raised"
      style={{ left: Math.min(Math.max(tip.x, 70), window.innerWidth - 70), top: above ? tip.top - 30 : tip.bottom + 6 }}
    >
      {tip.text}
    </div>
  )
}

/** A name that stands there needs no other. */
function isSaid(at: HTMLElement): boolean {
  return (at.querySelector<HTMLElement>('[data-said]')?.offsetWidth ?? 0) > 1
}

/** What stands open beside it says what it is. */
const hasOpened = (at: HTMLElement): boolean => at.ariaExpanded === 'true'

function tipOf(at: HTMLElement): Tip {
  const { left, width, top, bottom } = at.getBoundingClientRect()
  return { text: at.dataset.tip ?? '', x: left + width / 2, top, bottom }
}
