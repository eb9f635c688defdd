import {
  Accessibility,
  Cursor,
  DragDropManager,
  Draggable,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from '@dnd-kit/dom'
import { isApple } from '../ui/is-apple.ts'
import { type Lifted, lift } from './lifted.ts'

type Point = { x: number; y: number }
type Handlers = {
  onStart: (id: string) => void
  onMove: (point: Point) => void
  onEnd: (canceled: boolean) => void
}

/** The interface of the drag library: it tells a press from a drag, and scrolls at the edges. */
export type Library = {
  /** Makes an element draggable, by its handle if there is one. Returns a function that unregisters it. */
  register: (id: string, element: Element, handle?: Element) => () => void
  end: () => void
}

const { Delay, Distance } = PointerActivationConstraints
const sensors = [
  PointerSensor.configure({
    // A finger that scrolls must not start a drag, so touch needs a press of 250 ms. With a handle, any pointer movement starts one and a
    // resting press never does.
    activationConstraints({ pointerType }, { handle }) {
      if (pointerType === 'touch') return [new Delay({ value: 250, tolerance: 5 })]
      const moved = new Distance({ value: 5 })
      return handle ? [moved] : [new Delay({ value: 200, tolerance: 10 }), moved]
    },
    // On a Mac, Ctrl+click opens the menu of a card.
    preventActivation: ({ target, ctrlKey }) =>
      (isApple && ctrlKey) ||
      (target instanceof Element && target.closest('button:not([data-grip]), input, textarea, [contenteditable], [role=menu]') !== null),
  }),
]
/**
 * The plugins that are left out: those that announce and set roles (they would turn each card into a button within a button), that write
 * style sheets, which the policy of the page refuses, and that move the dragged element itself, which is lost when React mounts it again in
 * another list.
 */
const left = new Set<unknown>([Accessibility, Cursor, PreventSelection, Feedback])

export function createLibrary({ onStart, onMove, onEnd }: Handlers): Library {
  const manager = new DragDropManager({ sensors, plugins: (defaults) => defaults.filter((plugin) => !left.has(plugin)) })
  let lifted: Lifted | null = null
  let endDragging = () => {}
  const letGo = () => {
    endDragging()
    lifted?.end()
    lifted = null
  }
  manager.monitor.addEventListener('dragstart', ({ operation: { source, position } }) => {
    endDragging = beginDragging()
    if (source?.element instanceof HTMLElement) lifted = lift(source.element, position.initial)
    onStart(String(source?.id ?? ''))
  })
  manager.monitor.addEventListener('dragmove', ({ to }) => {
    if (!to) return
    lifted?.follow(to)
    onMove(to)
  })
  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    letGo()
    onEnd(canceled)
  })
  return {
    register(id, element, handle) {
      const draggable = new Draggable({ id, element, register: false, ...(handle && { handle }) }, manager)
      draggable.register()
      return () => draggable.unregister()
    },
    end() {
      letGo()
      manager.destroy()
    },
  }
}

/** Meanwhile text selection is off, and so is the snapping of lists, which would stop the scrolling at the edge. */
function beginDragging(): () => void {
  const root = document.documentElement
  const refuse = (event: Event) => event.preventDefault()
  document.getSelection()?.removeAllRanges()
  document.addEventListener('selectstart', refuse)
  root.dataset.dragging = ''
  return () => {
    document.removeEventListener('selectstart', refuse)
    delete root.dataset.dragging
  }
}
