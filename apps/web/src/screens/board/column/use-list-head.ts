import { useState } from 'react'
import { useListGrip } from '../../../dnd/list-dnd.tsx'
import { classes } from '../../../ui/classes.ts'
import { useBoardFrame } from '../board-context.ts'

/** What the head of a list needs to be dragged by it and renamed in it: the props of its column, of its head and of its name. */
export function useListHead(listId: string) {
  const { mayWrite } = useBoardFrame()
  const [editing, onEditing] = useState(false)
  const { column, handle, held, place, onKeyDown, onBlur } = useListGrip(listId, !mayWrite || editing)
  return {
    column: { ref: column, style: { order: place }, 'data-list': listId },
    look: classes(
      'w-[calc(100vw-2.75rem)] shrink-0 rounded-lg bg-sunken md:w-[17.5rem]',
      held === 'keyboard' && 'shadow-floating outline-2 outline-focus',
      // The pointer drags a copy: this column marks the drop position.
      held === 'pointer' && 'outline-1 outline-line-strong outline-dashed *:opacity-0',
    ),
    head: { ref: handle, 'data-head': listId },
    name: { editing, onEditing, carry: { onKeyDown, onBlur } },
  }
}
