import { useEffect } from 'react'
import { holdKeys } from './hold-keys.ts'

/**
 * The fallback while code is fetched for a dialog. Keys that are pressed meanwhile are held and given to the dialog once it has the focus:
 * the page behind would take them for its commands. A dialog without a field, such as a card, gets them as its commands. They are dropped
 * if the dialog does not come. `inside`: the dialog is there already, and a part of it is fetched.
 */
export function HeldKeys({ inside = false }: { inside?: boolean }) {
  useEffect(() => holdKeys(inside), [inside])
  return null
}
