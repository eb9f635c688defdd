import { type ComponentType, Suspense, useEffect, useSyncExternalStore } from 'react'
import { tinykeys } from 'tinykeys'
import { keys } from './keys.ts'
import { useHotkeys } from './use-hotkeys.ts'

/** With commands, or for searching alone; and the card that had the focus when it was asked for. */
export type PaletteAsked = { only: 'everything' | 'search'; cardId: string | null }

export type PaletteProps = { asked: PaletteAsked; onClose: () => void; onHelp: () => void }

let asked: PaletteAsked | null = null
const listeners = new Set<() => void>()

function tell(next: PaletteAsked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** May be called from anywhere. */
export function openPalette(only: PaletteAsked['only'] = 'everything'): void {
  const cardId = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null
  tell({ only, cardId })
}

/** Everything that can be done or found, behind one key; its code comes when it is wanted, or when the page is idle. */
export function PaletteHost({ Palette, onHelp }: { Palette: ComponentType<PaletteProps>; onHelp: () => void }) {
  const open = useSyncExternalStore(onAsked, () => asked)
  useEffect(() => {
    // Unlike other keys also where somebody writes, and in front of a dialog.
    const toggle = (event: KeyboardEvent) => {
      event.preventDefault()
      if (asked) tell(null)
      else openPalette()
    }
    return tinykeys(window, Object.fromEntries(keys.palette.map((key) => [key, toggle])))
  }, [])
  useHotkeys({ search: () => openPalette('search') })
  if (!open) return null
  return (
    <Suspense>
      <Palette asked={open} onClose={() => tell(null)} onHelp={onHelp} />
    </Suspense>
  )
}
