import { Accessibility, Cursor, DragDropManager, Draggable, Feedback, PointerSensor, PreventSelection } from '@dnd-kit/dom'
import { adoptStyles } from './adopt-styles.ts'

type Point = { x: number; y: number }
type Told = {
  onStart: (cardId: string) => void
  onMove: (point: Point) => void
  onEnd: (canceled: boolean) => void
}

/** What the library does for us: it tells a press from a drag, moves the tile, and scrolls at the edges. */
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
/** Without the plugins that speak and set roles (its announcements would turn each card into a button within a button), and those that style the whole page. */
const left = new Set<unknown>([Accessibility, Cursor, PreventSelection])

adoptStyles()

export function createLibrary({ onStart, onMove, onEnd }: Told): Library {
  const manager = new DragDropManager({
    sensors,
    plugins: (defaults) => [
      ...defaults.filter((plugin) => !left.has(plugin) && plugin !== Feedback),
      // A card lies where it was dropped: while one still glides there, a press on the next would not carry it.
      Feedback.configure({ dropAnimation: null }),
    ],
  })
  manager.monitor.addEventListener('dragstart', ({ operation: { source } }) => onStart(String(source?.id ?? '')))
  manager.monitor.addEventListener('dragmove', ({ to }) => to && onMove(to))
  manager.monitor.addEventListener('dragend', ({ canceled }) => onEnd(canceled))
  return {
    register(cardId, element) {
      const draggable = new Draggable({ id: cardId, type: 'card', element, register: false }, manager)
      draggable.register()
      return () => draggable.unregister()
    },
    end: () => manager.destroy(),
  }
}
