import { MousePointerClick } from 'lucide-react'
import { openBy } from '../../ui/focus-after.ts'
import type { Entry } from './entry.ts'

const kinds = ':is(button, input, select, textarea):enabled, a[href]'

/**
 * Controls of the page, or of the dialog in front of it, that are commands too: those in an element with `data-commands`, while they are
 * shown and can be used. So each has the name that it has on the page. Those of a row are found by typing only, and only by a name of their
 * own: otherwise they would be most of the list.
 */
export function pageActs(): Entry[] {
  const front = [...document.querySelectorAll('[role=dialog]:not([data-palette])')].at(-1) ?? document.getElementById('page')
  const controls = [...(front?.querySelectorAll<HTMLElement>(`[data-commands]:is(${kinds}), [data-commands] :is(${kinds})`) ?? [])]
  return controls.flatMap((control, at): Entry[] => {
    const text = nameOf(control)
    const isInRow = control.closest('li') !== null
    if (text === '' || !control.checkVisibility() || (isInRow && !control.hasAttribute('aria-label'))) return []
    const run = () => void setTimeout(() => use(control))
    return [{ id: `page.${at}`, group: 'page', icon: <MousePointerClick size={16} aria-hidden />, text, byTyping: isInRow, run }]
  })
}

function nameOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = 'labels' in control ? [...(control.labels as NodeListOf<HTMLElement>)] : []
  const named = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : labels.slice(0, 1)
  const text = named.length > 0 ? named.map((one) => one?.textContent.trim()).join(' ') : control.textContent
  return (control.getAttribute('aria-label') ?? text).trim()
}

function use(control: HTMLElement): void {
  if (control.matches('input, select, textarea')) control.focus()
  else openBy(() => control)
}
