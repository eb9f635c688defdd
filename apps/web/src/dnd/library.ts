import { Accessibility, Cursor, DragDropManager, Draggable, Feedback, PointerSensor, PreventSelection } from '@dnd-kit/dom'
import { type Lifted, lift } from './lifted.ts'

type Point = { x: number; y: number }
type Told = {
  onStart: (cardId: string) => void
  onMove: (point: Point) => void
  onEnd: (canceled: boolean) => void
}

/** What the library does for us: it tells a press from a drag, and scrolls at the edges. */
export type Library = {
  /** From now on that element can be dragged; what is returned ends it. */
  register: (cardId: string, element: Element) => () => void
  end: () => void
}

const sensors = [
  PointerSensor.configure({
    preventActivation: ({ target }) => target instanceof Element && target.closest('button, input, textarea, [role=menu]') !== null,
  }),
]
/**
 * Without the plugins that speak and set roles (its announcements would turn each card into a button within a button), that write style
 * sheets, which the policy of the page refuses, and that move the dragged element itself, which loses it when a list makes it anew.
 */
const left = new Set<unknown>([Accessibility, Cursor, PreventSelection, Feedback])

export function createLibrary({ onStart, onMove, onEnd }: Told): Library {
  const manager = new DragDropManager({ sensors, plugins: (defaults) => defaults.filter((plugin) => !left.has(plugin)) })
  let lifted: Lifted | null = null
  const letGo = () => {
    lifted?.end()
    lifted = null
  }
  manager.monitor.addEventListener('dragstart', ({ operation: { source, position } }) => {
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
    register(cardId, element) {
      const draggable = new Draggable({ id: cardId, type: 'card', element, register: false }, manager)
      draggable.register()
      return () => draggable.unregister()
    },
    end() {
      letGo()
      manager.destroy()
    },
  }
}
