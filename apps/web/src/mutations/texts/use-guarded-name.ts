import { useRef, useState } from 'react'
import { textChangedIn } from '../../api/failure.ts'

/** For a form with a name that others can change while it is open: the name goes with the one that the form began with. */
export function useGuardedName(began: string) {
  const base = useRef(began)
  const [theirs, setTheirs] = useState<string | null>(null)
  return {
    /** The name that the form began with, or that its author has seen since. */
    ifName: () => base.current,
    /** The name that someone else has given meanwhile: nothing is saved until the author has chosen. */
    theirs,
    /** Whether a refusal is about that; then `theirs` says it. */
    isOvertaken(failure: unknown): boolean {
      const name = textChangedIn(failure, 'name')
      if (name !== null) setTheirs(name)
      return name !== null
    },
    /** The author has seen the other name and chosen. */
    settle(): void {
      if (theirs !== null) base.current = theirs
      setTheirs(null)
    },
  }
}
