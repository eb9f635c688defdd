import type { ReactElement } from 'react'
import type { DatePanelProps } from './date-picker/date-panel.tsx'
import { HeldKeys } from './loading/held-keys.tsx'
import { LazyInPlace } from './loading/lazy-boundary.tsx'
import { lazyPart } from './loading/lazy-part.ts'
import { Popover } from './popover.tsx'
import { AreaTexts } from './text/area-texts.tsx'

export { dueAtOf, whenOf } from './date-picker/due.ts'
export type { When } from './date-picker/parse.ts'

/** Its code and texts are loaded when a date is asked for. */
const Panel = lazyPart(async () => ({ default: (await import('./date-picker/date-panel.tsx')).DatePanel }))

/** Chooses a date by words, in a calendar, or from common dates. For a dialog, which has its own frame. */
export function DatePanel(props: DatePanelProps) {
  const waiting = (
    <div className="h-80">
      <HeldKeys inside />
    </div>
  )
  return (
    <AreaTexts area="dates" fallback={waiting}>
      <LazyInPlace fallback={waiting}>
        <Panel {...props} />
      </LazyInPlace>
    </AreaTexts>
  )
}

type Props = DatePanelProps & {
  title: string
  /** The button that opens it, or any element to place it beside. */
  trigger?: ReactElement
  anchor?: Element | null
  open: boolean
  onOpenChange: (open: boolean) => void
  focusAfter?: () => HTMLElement | null
}

/**
 * A date picker beside its button, or beside any element:
 *   `<DatePicker anchor={tile} open onOpenChange={…} title="Due" when={…} onPick={…} />`
 */
export function DatePicker({ title, trigger, anchor, open, onOpenChange, focusAfter, onPick, ...panel }: Props) {
  return (
    <Popover isSheet trigger={trigger} anchor={anchor} title={title} open={open} onOpenChange={onOpenChange} focusAfter={focusAfter}>
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
