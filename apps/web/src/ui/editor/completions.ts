import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { complete, completedSpace } from './completed-space.ts'

/** An option of the list beside the caret. */
export type Choice = {
  name: string
  detail?: string
  /** The name is a key, and the detail its title: the titles begin below each other. */
  isKey?: boolean
  icon?: ReactNode
  /** The text that replaces the typed one, or an act after the typed text was removed. */
  insert: string | ((view: EditorView) => void)
}

/**
 * Completions while the user types. `begun` matches the line up to the caret: its match is replaced, and its first group is the query.
 * Synchronous choices are updated with each letter; a promise is awaited.
 */
export type Completing = { begun: RegExp; choices: (query: string) => readonly Choice[] | Promise<readonly Choice[]> }

type Offered = Completion & { icon?: ReactNode; isKey?: boolean }

/**
 * On a touch screen the list scrolls. What scrolls must take the focus, or assistive technology cannot scroll it; with a mouse all lines fit, and
 * Tab leaves the text.
 */
const scrolledList = EditorView.updateListener.of(({ view, state }) => {
  if (completionStatus(state) !== 'active' || !matchMedia('(pointer: coarse)').matches) return
  view.dom.querySelector('.cm-tooltip-autocomplete > ul')?.setAttribute('tabindex', '0')
})

export const completing = (offers: () => readonly Completing[]): Extension => [
  completedSpace,
  scrolledList,
  autocompletion({
    override: [(context) => firstOf(offers(), context)],
    icons: false,
    // Its keys are defined with those of the text (extensions.ts).
    defaultKeymap: false,
    // Enter takes the visible choice, however soon it comes.
    interactionDelay: 0,
    activateOnTypingDelay: 0,
    optionClass: ({ isKey }: Offered) => (isKey === true ? 'cm-offersKey' : ''),
    addToOptions: [{ position: 20, render: ({ icon }: Offered) => (icon === undefined ? null : iconOf(icon)) }],
  }),
]

function firstOf(offers: readonly Completing[], context: CompletionContext): ReturnType<CompletionSource> {
  for (const offer of offers) {
    const found = begunIn(offer, context)
    if (!found) continue
    const choices = offer.choices(found.query)
    return Array.isArray(choices) ? now(offer, found.from, choices) : later(found.from, choices as Promise<readonly Choice[]>)
  }
  return null
}

function begunIn({ begun }: Completing, { state, pos }: CompletionContext): { from: number; query: string } | null {
  const line = state.doc.lineAt(pos)
  const match = begun.exec(line.text.slice(0, pos - line.from))
  return match && { from: line.from + match.index, query: match[1] ?? '' }
}

function now(offer: Completing, from: number, choices: readonly Choice[]): CompletionResult | null {
  if (choices.length === 0) return null
  const update: CompletionResult['update'] = (_result, _from, _to, context) => {
    const found = begunIn(offer, context)
    const next = found && offer.choices(found.query)
    return found && Array.isArray(next) ? now(offer, found.from, next) : null
  }
  return { from, options: choices.map(optionOf), filter: false, update }
}

async function later(from: number, coming: Promise<readonly Choice[]>): Promise<CompletionResult | null> {
  const choices = await coming
  return choices.length === 0 ? null : { from, options: choices.map(optionOf), filter: false }
}

function optionOf({ name, detail, isKey, icon, insert }: Choice): Offered {
  const apply = (view: EditorView, _of: Completion, from: number, to: number) => {
    const text = typeof insert === 'string' ? insert : ''
    view.dispatch(complete(view.state, from, to, text))
    if (typeof insert !== 'string') insert(view)
  }
  return { label: name, apply, ...(detail !== undefined && { detail }), ...(icon !== undefined && { icon }), ...(isKey && { isKey }) }
}

/** The list is rendered without React, but the icon of a choice is a React component. */
function iconOf(icon: ReactNode): HTMLElement {
  const place = document.createElement('span')
  place.ariaHidden = 'true'
  place.className = 'inline-flex shrink-0 text-ink-3'
  createRoot(place).render(icon)
  return place
}
