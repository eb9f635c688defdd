import { lazy, type ReactElement } from 'react'
import type { DatePanelProps } from './date-picker/date-panel.tsx'
import { Popover } from './popover.tsx'
import { AreaTexts } from './text/area-texts.tsx'

export { dueAtOf, whenOf } from './date-picker/due.ts'
export type { When } from './date-picker/parse.ts'

/** Its code and its words come when somebody asks for a date. */
const Panel = lazy(async () => ({ default: (await import('./date-picker/date-panel.tsx')).DatePanel }))

/** Where a date is chosen by words, by a calendar or by what is asked for most. For a dialog, which has its own frame. */
export function DatePanel(props: DatePanelProps) {
  return (
    <AreaTexts area="dates" fallback={<div className="h-80" />}>
      <Panel {...props} />
    </AreaTexts>
  )
}

type Props = DatePanelProps & {
  title: string
  /** The button that opens it, or any element that it stands beside. */
  trigger?: ReactElement
  anchor?: Element | null
  open: boolean
  onOpenChange: (open: boolean) => void
  focusAfter?: () => HTMLElement | null
}

/** The same beside its button, or beside any element: `<DatePicker anchor={tile} open onOpenChange={…} title="Due" when={…} onPick={…} />`. */
export function DatePicker({ title, trigger, anchor, open, onOpenChange, focusAfter, onPick, ...panel }: Props) {
  return (
    <Popover trigger={trigger} anchor={anchor} title={title} open={open} onOpenChange={onOpenChange} focusAfter={focusAfter}>
      <DatePanel
        {...panel}
        onPick={(when) => {
          onOpenChange(false)
          onPick(when)
        }}
      />
    </Popover>
  )
}
