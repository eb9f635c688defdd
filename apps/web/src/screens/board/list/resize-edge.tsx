import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import type { Table } from './use-table.ts'

type Props = {
  table: Table
  id: string
  name: string
  /** The side of the column with the handle: the title takes the remaining width, so the handle is on the side towards it. */
  side: 'left' | 'right'
}

const stepPx = 16

/** Dragged, or moved by the arrow keys; a double click or Enter restores the default width. */
export function ResizeEdge({ table, id, name, side }: Props) {
  const t = useTranslations('views.list')
  const drag = useRef<{ fromX: number; fromPx: number } | null>(null)
  const width = table.widthOf(id)
  const way = side === 'left' ? -1 : 1
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { fromX: event.clientX, fromPx: width }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) table.resize(id, drag.current.fromPx + way * (event.clientX - drag.current.fromX))
  }
  const drop = () => {
    drag.current = null
    table.settle()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key]
    if (by !== undefined) table.resize(id, width + way * by)
    else if (event.key === 'Home') table.resize(id, 0)
    else if (event.key === 'Enter') table.resetWidth(id)
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator with a value is a control
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('widthOf', { column: name })}
      aria-valuenow={width}
      aria-valuetext={t('pixels', { count: width })}
      data-tip={t('widthTip')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => table.resetWidth(id)}
      onKeyDown={onKeyDown}
      onKeyUp={table.settle}
      onBlur={table.settle}
      className={classes(
        'group absolute inset-y-1 grid w-3 max-md:hidden cursor-col-resize touch-none place-items-center rounded-sm',
        side === 'left' ? '-left-3' : '-right-3',
      )}
    >
      <span
        aria-hidden
        className="h-4 w-px bg-line group-hover:w-0.5 group-hover:bg-accent group-focus-visible:w-0.5 group-focus-visible:bg-accent"
      />
    </div>
  )
}
