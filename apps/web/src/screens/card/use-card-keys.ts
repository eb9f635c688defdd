import { useEffect, useRef } from 'react'

/** Keys of an open card. Not while somebody writes, in a menu, or when a question stands in front of it. */
export function useCardKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null
      const isElsewhere =
        at?.closest('input, textarea, select, [role=menu], [role=listbox]') || document.querySelectorAll('[role=dialog]').length > 1
      const run = latest.current[event.key]
      if (!run || isElsewhere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
