import type { View } from '@tandem/contract'

/** What the dialog of a view changes. */
export type Chosen = Pick<View, 'name' | 'shared'>

/**
 * What each side changed, of a dialog that began with `began`. If both gave the view a different name, it is `isOvertaken`, and the name is
 * the author's until they have chosen.
 */
export function mergeChosen(mine: Chosen, began: Chosen, theirs: Chosen): { merged: Chosen; isOvertaken: boolean } {
  const isRenamed = mine.name !== began.name
  return {
    merged: {
      name: isRenamed ? mine.name : theirs.name,
      shared: mine.shared !== began.shared ? mine.shared : theirs.shared,
    },
    isOvertaken: isRenamed && theirs.name !== began.name && theirs.name !== mine.name,
  }
}
