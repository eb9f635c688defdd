import type { InvokableBy } from '@tandem/contract'
import { useState } from 'react'

export const choices = ['owner', 'members', 'people'] as const
export type Choice = (typeof choices)[number]

export type InvokableEdit = {
  choice: Choice
  people: readonly string[]
  choose: (choice: Choice) => void
  /** Chooses a person, or no longer. */
  turn: (actorId: string, isChosen: boolean) => void
  isChanged: boolean
  /**
   * This setting with what was changed: a choice, or people, that were left alone stay as someone else has set them meanwhile. Undefined if
   * people were changed, but someone else has chosen “owner” or “members”.
   */
  over: (now: InvokableBy | undefined) => InvokableBy | undefined
  finish: () => void
}

type Edit = { choice?: Choice; turned: ReadonlyMap<string, boolean> }
const nothing: Edit = { turned: new Map() }

/** Who may start an agent, in a form. */
export function useInvokableEdit(kept: InvokableBy | undefined): InvokableEdit {
  const [edit, setEdit] = useState(nothing)
  const { choice, people } = withEdit(kept, edit)
  return {
    choice,
    people,
    choose: (next) => setEdit((now) => ({ ...now, choice: next })),
    turn: (actorId, isChosen) => setEdit((now) => ({ ...now, turned: new Map(now.turned).set(actorId, isChosen) })),
    isChanged: edit !== nothing,
    over(now) {
      const next = withEdit(now, edit)
      if (next.choice === 'people') return { actorIds: [...next.people] }
      return edit.choice === undefined ? undefined : next.choice
    },
    finish: () => setEdit(nothing),
  }
}

/** Without a setting all members may start it. */
function withEdit(kept: InvokableBy = 'members', { choice, turned }: Edit): { choice: Choice; people: string[] } {
  const before = typeof kept === 'string' ? [] : kept.actorIds
  const added = [...turned].filter(([id, isChosen]) => isChosen && !before.includes(id)).map(([id]) => id)
  const people = [...before.filter((id) => turned.get(id) !== false), ...added]
  return { choice: choice ?? (typeof kept === 'string' ? kept : 'people'), people }
}
