import { useState } from 'react'

export type Edits<T> = {
  values: T
  /** What was typed and differs from what is kept. */
  changed: Partial<T>
  isChanged: boolean
  /** What was kept when somebody began to type over it. */
  began: Partial<T>
  /** Takes what is kept now as what was typed over. */
  beginAnew: (kept: Partial<T>) => void
  set: <K extends keyof T>(key: K, value: T[K]) => void
  forget: () => void
}

/** What is kept, with what somebody types over it: what they have not touched follows the changes of others. */
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
  }
}
