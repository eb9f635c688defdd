import type { View } from '@tandem/contract'
import { useBoardFrame } from '../board-context.ts'

/** A private view is its owner's; a shared one every member's. */
export function useMayChange(): (view: View) => boolean {
  const { isArchived, mayWrite, meId } = useBoardFrame()
  return (view) => !isArchived && (view.shared ? mayWrite : view.ownerActorId === meId)
}
