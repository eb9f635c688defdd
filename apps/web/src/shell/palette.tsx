import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { tinykeys } from 'tinykeys'
import { HeldKeys } from '../ui/loading/held-keys.tsx'
import { LazyInFront } from '../ui/loading/lazy-boundary.tsx'
import { keysOf } from './command-keys.ts'
import { type Focused, focusedNow, useCommands } from './use-commands.ts'

/** Steps at which the typed text is a value, not a search: each line says what it is used for. */
export type TypedStep = 'newCard' | 'newBoard' | 'pause'

/** With commands, or for search alone; the step to begin with; and the focus at the time of opening. */
export type PaletteAsked = { only: 'everything' | 'search'; step: TypedStep | undefined; at: Focused }

export type PaletteProps = { asked: PaletteAsked; onClose: () => void }

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
export function openPalette(only: PaletteAsked['only'] = 'everything', step?: TypedStep): void {
  const at = focusedNow()
  // With a selection, commands act on the selected cards and not on the one that has the focus.
  tell({ only, step, at: document.querySelector('[data-selected]') ? { ...at, cardId: null } : at })
}

/** The command palette. Its code is loaded when it is opened, or at the first sign of use. */
export function PaletteHost({ Palette }: { Palette: ComponentType<PaletteProps> }) {
  const open = useSyncExternalStore(onAsked, () => asked)
  useEffect(() => {
    // Unlike other keys, this one also acts in text fields and in front of a dialog.
    const toggle = (event: KeyboardEvent) => {
      event.preventDefault()
      if (asked) tell(null)
      else openPalette()
    }
    return tinykeys(window, Object.fromEntries(keysOf('palette').map((key) => [key, toggle])))
  }, [])
  useCommands({ search: () => openPalette('search') }, 'shell')
  if (!open) return null
  return (
    <LazyInFront of={open} fallback={<HeldKeys />} onClose={() => tell(null)}>
      <Palette asked={open} onClose={() => tell(null)} />
    </LazyInFront>
  )
}
