import { useState } from 'react'

export type Edits<T> = {
  values: T
  /** The typed values that differ from the saved ones. */
  changed: Partial<T>
  isChanged: boolean
  /** The saved values at the beginning of the edit. */
  began: Partial<T>
  /** Makes these saved values the ones that the edit began from. */
  beginAnew: (kept: Partial<T>) => void
  set: <K extends keyof T>(key: K, value: T[K]) => void
  forget: () => void
  /** The field follows the saved value again. */
  forgetOne: (key: keyof T) => void
}

/** The saved values, overlaid with the typed ones: untouched fields follow the changes of others. */
export function useEdits<T extends Record<string, string>>(kept: T): Edits<T> {
  const [typed, setTyped] = useState<Partial<T>>({})
  const [began, setBegan] = useState<Partial<T>>({})
  const changed = Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== kept[key])) as Partial<T>
  return {
    values: { ...kept, ...typed },
    changed,
    isChanged: Object.keys(changed).length > 0,
    began,
    beginAnew: (now) => setBegan((before) => ({ ...before, ...now })),
    set(key, value) {
      setBegan((before) => ({ [key]: kept[key], ...before }))
      setTyped((before) => ({ ...before, [key]: value }))
    },
    forget() {
      setTyped({})
      setBegan({})
    },
    forgetOne(key) {
      setTyped((before) => without(before, key))
      setBegan((before) => without(before, key))
    },
  }
}

function without<T extends object>(values: Partial<T>, key: keyof T): Partial<T> {
  const { [key]: _, ...others } = values
  return others as Partial<T>
}
