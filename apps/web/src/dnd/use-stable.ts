import { useEffect, useRef, useState } from 'react'

type Acts = Record<string, (...args: never[]) => unknown>

/**
 * Handlers that change with each rendering, behind stable functions, so that components which receive them need not render again. Not to be
 * called while rendering.
 */
export function useStable<T extends Acts>(acts: T): T {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(() => {
    const through =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]?.(...args)
    // The same names with the same parameters, which the compiler cannot see through a loop.
    return Object.fromEntries(Object.keys(acts).map((name) => [name, through(name)])) as unknown as T
  })
  return stable
}
