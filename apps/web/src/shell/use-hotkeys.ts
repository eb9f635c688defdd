import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'

/** Keys of a page, as tinykeys writes them. Not while somebody writes, and not behind a dialog. */
export function useHotkeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const names = Object.keys(keys).join(',')
  useEffect(() => {
    const bound = names.split(',').map((name) => [name, (event: KeyboardEvent) => act(event, () => latest.current[name]?.())] as const)
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
