import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { isKeyName, type KeyName, keys } from './keys.ts'

/** Keys of a page, by what they do. Not while somebody writes, and not behind a dialog. */
export function useHotkeys(acts: Partial<Record<KeyName, () => void>>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const names = Object.keys(acts).join(',')
  useEffect(() => {
    const bound = names
      .split(',')
      .filter(isKeyName)
      .flatMap((name) => keys[name].map((key) => [key, (event: KeyboardEvent) => act(event, () => latest.current[name]?.())] as const))
    return tinykeys(window, Object.fromEntries(bound))
  }, [names])
}

function act(event: KeyboardEvent, run: () => void): void {
  const at = event.target instanceof Element ? event.target : null
  if (
    event.isComposing ||
    at?.closest('input, textarea, select, [contenteditable]') ||
    document.querySelector('[role=dialog]:not([data-toast]), [role=menu]')
  )
    return
  event.preventDefault()
  run()
}
