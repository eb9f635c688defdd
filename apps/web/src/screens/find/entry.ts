import type { ReactNode } from 'react'
import type { TypedStep } from '../../shell/palette.tsx'

export type GroupName = 'card' | 'list' | 'page' | 'board' | 'recent' | 'cards' | 'boards' | 'go' | 'general' | 'more' | 'step'

/** An entry of the palette. */
export type Entry = {
  id: string
  group: GroupName
  icon: ReactNode
  /** The name of the entry, which the typed text is matched with. */
  text: string
  /** Synonyms that the typed text is matched with too. */
  also?: string | undefined
  /** How the entry is shown, if not by its text. */
  label?: ReactNode
  /** A second, quieter line. */
  note?: ReactNode
  /** At the end of the line. */
  hint?: ReactNode
  /** Not listed until something is typed. */
  byTyping?: boolean
  run: () => void
  /** The palette stays open: the line leads to further choices. */
  step?: Exclude<Step, 'root'> | undefined
}

/** The content of the palette: everything, or the choices that a command still needs. */
export type Step =
  | 'root'
  | 'move'
  | 'delegate'
  | 'fields'
  | 'stopAgent'
  | 'messageAgent'
  | 'sessionBudget'
  | 'setCover'
  | 'newCard'
  | 'layout'
  | 'sort'
  | 'columns'
  | 'lanes'
  | 'views'
  | 'pause'
  | 'newBoard'
  | 'theme'
  | 'language'

export const isTypedIn = (step: Step): step is TypedStep => step === 'newCard' || step === 'newBoard' || step === 'pause'
