import type { AttributeName } from '@tandem/contract'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHasDraft } from '../../../mutations/texts/draft.ts'
import { openBy } from '../../../ui/focus-after.ts'

/** The optional parts of a card. A `property` is a line of its properties; the others are sections. */
export type SectionName = 'description' | 'checklist' | 'subCards' | 'webLink' | 'relation'
export type PropertyName = AttributeName | 'assignees' | 'delegation' | 'labels' | `field ${string}`

type Adding = {
  opened: ReadonlySet<SectionName | PropertyName>
  /** The empty sections with a text that was refused or left. */
  begun: ReadonlySet<SectionName>
  open: (part: SectionName | PropertyName) => void
  close: (part: SectionName | PropertyName) => void
}

const Context = createContext<Adding | null>(null)
export const AddingProvider = Context

/** The empty parts of a card that are shown: the user has opened them to fill them, or has begun them before. */
export function useAddingState(cardId: string): Adding {
  const [opened, setOpened] = useState<Adding['opened']>(new Set())
  const [lines, leaveLines] = useBegunLines(cardId)
  const isDescribed = useHasDraft(`description.${cardId}`)
  return useMemo(
    () => ({
      opened,
      begun: new Set<SectionName>([...lines, ...(isDescribed ? ['description' as const] : [])]),
      open: (part) => setOpened((now) => new Set(now).add(part)),
      close(part) {
        setOpened((now) => new Set([...now].filter((one) => one !== part)))
        leaveLines(part)
      },
    }),
    [opened, lines, leaveLines, isDescribed],
  )
}

/** The sections whose field has had a text: emptied, it stays until it is left. */
function useBegunLines(cardId: string): [ReadonlySet<SectionName>, leave: (part: string) => void] {
  const [begun, setBegun] = useState<ReadonlySet<SectionName>>(new Set())
  const hasDraft = { checklist: useHasDraft(`checklist.${cardId}`), subCards: useHasDraft(`subCards.${cardId}`) }
  const more = (['checklist', 'subCards'] as const).filter((name) => hasDraft[name] && !begun.has(name))
  if (more.length > 0) setBegun(new Set([...begun, ...more]))
  const leave = useCallback((part: string) => setBegun((now) => new Set([...now].filter((one) => one !== part))), [])
  return [begun, leave]
}

export function useAdding(): Adding {
  const adding = use(Context)
  if (!adding) throw new Error('only within the body of a card')
  return adding
}

/** The state of one section: whether it is shown although it is empty. When it is left, focus returns to its button. */
export function useAddingSection(name: SectionName) {
  const { opened, begun, open, close } = useAdding()
  return {
    isOpen: opened.has(name),
    isShown: opened.has(name) || begun.has(name),
    open: () => open(name),
    close: () => close(name),
    leave() {
      flushSync(() => close(name))
      document.querySelector<HTMLElement>(`[data-add="${name}"]`)?.focus()
    },
  }
}

/** Shows a folded property, and opens its control. */
export function useOpenProperty() {
  const { open } = useAdding()
  return (name: PropertyName) => {
    flushSync(() => open(name))
    const find = () => document.querySelector<HTMLElement>(`[data-property="${name}"] dd :is(button, input)`)
    const control = find()
    if (control instanceof HTMLInputElement) writeIn(control)
    else if (control instanceof HTMLButtonElement) openBy(find)
    else control?.focus()
  }
}

/** Opens a section, whether or not it is empty, and focuses its field. */
export function useOpenSection() {
  const { open } = useAdding()
  return (name: SectionName) => {
    flushSync(() => open(name))
    document.querySelector<HTMLElement>(`[data-adding="${name}"]`)?.focus()
  }
}

/** Focuses a field. Escape in an unchanged field returns the focus, and does not close the card. */
export function writeIn(field: HTMLInputElement | HTMLTextAreaElement): void {
  const from = document.activeElement
  const begun = field.value
  const leave = new AbortController()
  const onEscape = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing || field.value !== begun) return
    // Before the field and the dialog handle it.
    event.stopPropagation()
    // A button of the Add row disappears once it is pressed.
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus()
    else field.blur()
  }
  field.focus()
  field.select()
  field.addEventListener('keydown', onEscape, { signal: leave.signal })
  field.addEventListener('blur', () => leave.abort(), { once: true })
}
