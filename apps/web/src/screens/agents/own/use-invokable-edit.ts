import type { InvokableBy } from '@tandem/contract'
import { useState } from 'react'

export const choices = ['owner', 'members', 'people'] as const
export type Choice = (typeof choices)[number]

export type InvokableEdit = {
  choice: Choice
  people: readonly string[]
  choose: (choice: Choice) => void
  /** Selects or deselects a person. */
  toggle: (actorId: string, isChosen: boolean) => void
  isChanged: boolean
  /**
   * Returns the setting `now` with the changes of this form. What the form did not change stays as someone else has set it meanwhile. Undefined if
   * only people were changed, but someone else has chosen “owner” or “members”.
   */
  applyTo: (now: InvokableBy | undefined) => InvokableBy | undefined
  /** Ends the changes that were saved; later ones stay. */
  finish: () => void
}

type Edit = { choice?: Choice; toggled: ReadonlyMap<string, boolean> }
const nothing: Edit = { toggled: new Map() }

/** The state of the form for who may start an agent. */
export function useInvokableEdit(kept: InvokableBy | undefined): InvokableEdit {
  const [edit, setEdit] = useState(nothing)
  const { choice, people } = withEdit(kept, edit)
  return {
    choice,
    people,
    choose: (next) => setEdit((now) => ({ ...now, choice: next })),
    toggle: (actorId, isChosen) => setEdit((now) => ({ ...now, toggled: new Map(now.toggled).set(actorId, isChosen) })),
    isChanged: edit !== nothing,
    applyTo(now) {
      const next = withEdit(now, edit)
      if (next.choice === 'people') return { actorIds: [...next.people] }
      return edit.choice === undefined ? undefined : next.choice
    },
    finish: () => setEdit((now) => since(edit, now)),
  }
}

/** The changes that were made after these were sent. */
function since(sent: Edit, now: Edit): Edit {
  const toggled = new Map([...now.toggled].filter(([id, isChosen]) => sent.toggled.get(id) !== isChosen))
  const isChosen = now.choice !== undefined && now.choice !== sent.choice
  if (isChosen) return { choice: now.choice, toggled }
  return toggled.size > 0 ? { toggled } : nothing
}

/** Without a setting, all members may start the agent. */
function withEdit(kept: InvokableBy = 'members', { choice, toggled }: Edit): { choice: Choice; people: string[] } {
  const before = typeof kept === 'string' ? [] : kept.actorIds
  const added = [...toggled].filter(([id, isChosen]) => isChosen && !before.includes(id)).map(([id]) => id)
  const people = [...before.filter((id) => toggled.get(id) !== false), ...added]
  return { choice: choice ?? (typeof kept === 'string' ? kept : 'people'), people }
}
