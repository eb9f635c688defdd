import { useRef, useState } from 'react'
import { textChangedIn } from '../../api/failure.ts'

export type Guarded<T> = {
  /** The value that the form began with, or that its author has seen since. */
  began: () => T
  /** The value that someone else has saved meanwhile: nothing is saved until the author has chosen. */
  theirs: T | null
  /** Whether a refusal is about that; then `theirs` says it. */
  isOvertaken: (failure: unknown) => boolean
  /** The author has seen the other value and chosen. */
  settle: () => void
}

/** For a form with a name that others can change while it is open: the name goes with the one that the form began with. */
export const useGuardedName = (began: string): Guarded<string> => useGuarded(began, nameChangedIn)

const nameChangedIn = (failure: unknown): string | null => textChangedIn(failure, 'name')

/** The same for another value; `changedIn` finds the current one in a refusal. */
export function useGuarded<T>(first: T, changedIn: (failure: unknown) => T | null): Guarded<T> {
  const base = useRef(first)
  const [theirs, setTheirs] = useState<T | null>(null)
  return {
    began: () => base.current,
    theirs,
    isOvertaken(failure) {
      const value = changedIn(failure)
      if (value !== null) setTheirs(() => value)
      return value !== null
    },
    settle() {
      if (theirs !== null) base.current = theirs
      setTheirs(null)
    },
  }
}
