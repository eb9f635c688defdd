import { acceptCompletion, closeCompletion, completionKeymap, currentCompletions } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { Annotation, type Extension, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { flushSync } from 'react-dom'
import { type ActName, actKeys, acts, type KeyedAct } from './acts.ts'
import { type Completing, completing } from './completions.ts'
import type { TakeFile } from './files.ts'
import { leaveList } from './leave-list.ts'
import { limitedTo } from './limit.ts'
import { look } from './look.ts'
import { replacedSelection } from './replaced-selection.ts'

/** The properties and callbacks of the text field; read anew each time. */
export type Hooks = {
  label: string
  hint?: string | undefined
  /** The longest text, in UTF-16 code units. */
  most: number
  onText: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSend: () => void
  onEscape?: (() => void) | undefined
  onFile?: TakeFile | undefined
  offers: readonly Completing[]
}

/** Marks a change that the user has not typed. */
export const fromOutside = Annotation.define<true>()

export function extensionsFor(hooks: () => Hooks): Extension {
  const { most } = hooks()
  return [
    history(),
    markdownLanguage,
    pasteURLAsLink,
    look,
    EditorView.lineWrapping,
    // A function, because the label changes with the language.
    EditorView.contentAttributes.of(() => ({
      'aria-label': hooks().label,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    })),
    limitedTo(most),
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      // Synchronously: React would render it a task later, and Ctrl+Enter right after a letter would send the text without it.
      if (docChanged && !transactions.some((one) => one.annotation(fromOutside))) flushSync(() => hooks().onText(state.doc.toString()))
    }),
    replacedSelection,
    completing(() => hooks().offers),
    Prec.highest(keymap.of(ownKeys(hooks).map(handled))),
    // Tab leaves the text: it is not bound.
    keymap.of([...markdownKeymap, ...historyKeymap, ...defaultKeymap].map(handled)),
  ]
}

/** A handled key must not act outside the text: Escape would close the dialog of a card, and Ctrl+K open the search. */
const handled = (binding: KeyBinding): KeyBinding => ({ ...binding, stopPropagation: true })

function ownKeys(hooks: () => Hooks): KeyBinding[] {
  const names = Object.keys(actKeys) as KeyedAct[]
  return [
    ...completionKeymap.filter(({ key }) => key !== 'Escape'),
    { key: 'Tab', run: acceptCompletion },
    { key: 'Enter', run: leaveList },
    {
      key: 'Mod-Enter',
      run() {
        hooks().onSend()
        return true
      },
    },
    {
      key: 'Escape',
      run(view) {
        const { onEscape } = hooks()
        // While its choices are still being read, the list is not visible yet: then Escape leaves the text.
        const isSeen = currentCompletions(view.state).length > 0
        closeCompletion(view)
        if (isSeen) return true
        onEscape?.()
        return onEscape !== undefined
      },
    },
    ...names.map((name): KeyBinding => ({ key: actKeys[name], run: (view) => act(view, name) })),
  ]
}

/** Applies a command to the selection, and focuses the text. */
export function act(view: EditorView, name: ActName): true {
  view.dispatch({ ...acts[name](view.state), scrollIntoView: true, userEvent: 'input.format' })
  view.focus()
  return true
}
