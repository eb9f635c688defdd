import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type ReactElement, type ReactNode, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../classes.ts'

const popup =
  'z-40 min-w-44 max-w-72 max-h-[var(--available-height)] overflow-y-auto rounded-md border border-line bg-overlay p-1 shadow-floating outline-none'
const item =
  'flex min-h-8 items-center gap-2 rounded-sm px-2 text-base outline-none select-none data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11'

/**
 * Covers the whole page, including the button of the menu. Base UI's own backdrop has a hole for that button, so axe reports the page as not
 * covered.
 */
const Behind = () => <Base.Backdrop className="fixed inset-0 z-40" />

/** On a phone the navigation stays visible below a menu. */
const roomAround = () => {
  const navigation = document.querySelector<HTMLElement>('[data-navigation]')
  return { top: 5, right: 5, bottom: 5 + (navigation?.offsetHeight ?? 0), left: 5 }
}

/** Focusable, so that keys scroll a menu that is taller than the window: an item has the focus only while it is highlighted. */
function Popup(props: ComponentProps<typeof Base.Popup>) {
  const isNew = useRef(true)
  const start = ({ currentTarget }: FocusEvent<HTMLDivElement>) => {
    if (!isNew.current) return
    isNew.current = false
    onlyChosenIn(currentTarget)?.focus()
  }
  return <Base.Popup tabIndex={0} className={popup} onFocus={start} {...props} />
}

/** A menu that only chooses one value starts at the current one. */
function onlyChosenIn(menu: HTMLElement): HTMLElement | undefined {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  if (items.some((one) => one.role !== 'menuitemradio' || one.ariaDisabled === 'true')) return undefined
  const chosen = items.filter((one) => one.ariaChecked === 'true')
  return chosen.length === 1 ? chosen[0] : undefined
}

/** A menu is rendered outside the landmarks of the page, so it has one of its own. */
export type MenuProps = { trigger: ReactElement; children: ReactNode; align?: 'start' | 'end' }

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const t = useTranslations('common')
  return (
    // Its code is loaded when the menu is opened, so it starts open.
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />
      <Base.Portal role="region" aria-label={t('menu')}>
        <Behind />
        <Base.Positioner align={align} sideOffset={4} collisionPadding={roomAround()} className="z-40">
          <Popup>{children}</Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type Point = { x: number; y: number }
type MenuAtProps = {
  anchor: Element | null
  at: Point | undefined
  onClose: () => void
  focusAfter: () => HTMLElement | null
  children: ReactNode
}

/** A menu without a button of its own: beside its subject or, where a pointer opened it, at that point. */
export function MenuAt({ anchor, at, onClose, focusAfter, children }: MenuAtProps) {
  const t = useTranslations('common')
  const place = useMemo(() => (at ? { getBoundingClientRect: () => new DOMRect(at.x, at.y) } : anchor), [anchor, at])
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal role="region" aria-label={t('menu')}>
        <Behind />
        <Base.Positioner
          anchor={place}
          align="start"
          sideOffset={at ? 0 : 4}
          collisionPadding={roomAround()}
          // Where its lines are high, it covers its subject before it is cut.
          collisionAvoidance={{ side: matchMedia('(pointer: coarse)').matches ? 'shift' : 'flip' }}
          className="z-40"
        >
          <Popup finalFocus={focusAfter}>{children}</Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export type MenuItemProps = {
  icon?: ReactNode
  hint?: string
  children: ReactNode
  onClick: () => void
  danger?: boolean
  disabled?: boolean
}

export function MenuItem({ icon, hint, children, onClick, danger, disabled }: MenuItemProps) {
  return (
    <Base.Item className={classes(item, danger && 'text-danger')} onClick={onClick} disabled={disabled}>
      <span className="text-ink-3">{icon}</span>
      {children}
      {hint && (
        <span aria-hidden className="ml-auto pl-4 text-ink-3 text-xs pointer-coarse:hidden">
          {hint}
        </span>
      )}
    </Base.Item>
  )
}

export type MenuToggleProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

export function MenuToggle({ checked, onChange, children }: MenuToggleProps) {
  return (
    <Base.CheckboxItem className={item} checked={checked} onCheckedChange={onChange}>
      <span className="size-4 text-accent">{checked && <Check size={16} aria-hidden />}</span>
      {children}
    </Base.CheckboxItem>
  )
}

export type MenuChoiceProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  choices: readonly (readonly [T, ReactNode])[]
  disabled?: boolean
}

export function MenuChoice<T extends string>({ value, onChange, choices, disabled = false }: MenuChoiceProps<T>) {
  return (
    <Base.RadioGroup value={value} disabled={disabled} onValueChange={(next: T) => onChange(next)}>
      {choices.map(([choice, shown]) => (
        <Base.RadioItem key={choice} value={choice} closeOnClick className={item}>
          <span className="size-4 text-accent">{choice === value && <Check size={16} aria-hidden />}</span>
          {shown}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuLine() {
  return <Base.Separator className="my-1 border-line border-t" />
}
