import { useEffect, useRef } from 'react'
import { isKeyName, type KeyName, keys } from '../../shell/keys.ts'

/** Keys of an open card. Not while somebody writes, in a menu, or when a question stands in front of it. */
export function useCardKeys(acts: Partial<Record<KeyName, () => void>>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null
      const isElsewhere =
        at?.closest('input, textarea, select, [role=menu], [role=listbox]') ||
        document.querySelectorAll('[role=dialog]:not([data-toast])').length > 1
      const [, run] = Object.entries(latest.current).find(([name]) => isKeyName(name) && isAmong(keys[name], event.key)) ?? []
      if (!run || isElsewhere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const isAmong = (bound: readonly string[], key: string): boolean => bound.includes(key)
