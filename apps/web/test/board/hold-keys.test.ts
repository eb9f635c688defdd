import { expect, test } from 'vitest'
import { isForDialog } from '../../src/ui/loading/hold-keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false }
const pressed = (key: string, how: Partial<typeof none> & { altGraph?: boolean } = {}) => {
  const { altGraph = false, ...modifiers } = how
  return { key, ...none, ...modifiers, getModifierState: (name: string) => name === 'AltGraph' && altGraph }
}

test('keys of text and of a list are held for a dialog that is on its way, in each way to type a letter', () => {
  const altGr = { ctrlKey: true, altKey: true, altGraph: true }
  const held = ['e', 'E', ' ', 'Backspace', 'Enter', 'ArrowDown', 'Insert', 'F'].map((key) => pressed(key))
  expect([...held, pressed('ż', altGr), pressed('ó', { altKey: true, altGraph: true })].map((key) => isForDialog(key, false))).toEqual(
    Array.from({ length: 10 }, () => true),
  )
  expect(isForDialog(pressed('ó', { altKey: true }), true)).toBe(true)
})

test('shortcuts of the browser, Tab, Escape, Shift and the F keys are not held', () => {
  const shortcuts = [
    pressed('k', { ctrlKey: true }),
    pressed('r', { metaKey: true }),
    pressed('d', { altKey: true }),
    pressed('ArrowLeft', { altKey: true, altGraph: true }),
    ...['Tab', 'Escape', 'Shift', 'CapsLock', 'F1', 'F5', 'F12'].map((key) => pressed(key)),
  ]
  expect(shortcuts.filter((key) => isForDialog(key, false))).toEqual([])
  expect(isForDialog(pressed('d', { altKey: true, metaKey: true }), true)).toBe(false)
})
