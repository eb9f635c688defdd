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
  /** These values are saved: the edit ends, but for what has been typed since they were sent. */
  finish: (saved: Partial<T>) => void
  /** The field follows the saved value again. */
  forgetOne: (key: keyof T) => void
}

/** The saved values, overlaid with the typed ones: untouched fields follow the changes of others. */
export function useEdits<T extends Record<string, string>>(kept: T): Edits<T> {
  const [{ typed, began }, setEdit] = useState<Edit<T>>(nothing)
  const changed = Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== kept[key])) as Partial<T>
  return {
    values: { ...kept, ...typed },
    changed,
    isChanged: Object.keys(changed).length > 0,
    began,
    beginAnew: (now) => setEdit((before) => ({ ...before, began: { ...before.began, ...now } })),
    set: (key, value) => setEdit((before) => ({ typed: { ...before.typed, [key]: value }, began: { [key]: kept[key], ...before.began } })),
    forget: () => setEdit(nothing),
    finish: (saved) => setEdit((before) => typedSince(before, saved)),
    forgetOne: (key) => setEdit((before) => ({ typed: without(before.typed, key), began: without(before.began, key) })),
  }
}

type Edit<T> = { typed: Partial<T>; began: Partial<T> }
const nothing = { typed: {}, began: {} }

function typedSince<T extends Record<string, string>>({ typed, began }: Edit<T>, saved: Partial<T>): Edit<T> {
  const left = Object.entries(typed).filter(([key, value]) => value !== saved[key])
  const beginnings = left.map(([key]) => [key, saved[key] ?? began[key]])
  return { typed: Object.fromEntries(left) as Partial<T>, began: Object.fromEntries(beginnings) as Partial<T> }
}

function without<T extends object>(values: Partial<T>, key: keyof T): Partial<T> {
  const { [key]: _, ...others } = values
  return others as Partial<T>
}
