import type { ReactNode } from 'react'

export type GroupName = 'card' | 'board' | 'recent' | 'cards' | 'boards' | 'go' | 'you' | 'more' | 'step'

/** A line of the palette. */
export type Entry = {
  id: string
  group: GroupName
  icon: ReactNode
  /** What it is called; what somebody types is looked for in it. */
  text: string
  /** How it is shown, when not as its text. */
  label?: ReactNode
  /** A second, quieter line. */
  note?: ReactNode
  /** At the end of the line. */
  hint?: ReactNode
  run: () => void
  /** The palette stays open: the line leads to further choices. */
  stays?: boolean
}

/** What the palette asks for now: anything, or what a command still needs. */
export type Step = 'root' | 'move' | 'delegate' | 'newCard' | 'theme' | 'language'
