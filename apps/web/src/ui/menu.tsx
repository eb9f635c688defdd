import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'
import type { MenuChoiceProps, MenuItemProps, MenuProps, MenuToggleProps } from './base/menu.tsx'
import { HeldKeys } from './loading/held-keys.tsx'
import { LazyInFront } from './loading/lazy-boundary.tsx'
import { lazyPart } from './loading/lazy-part.ts'

/**
 * A menu behind one button. Until it is opened, only the button is rendered, because a board has hundreds. The code is loaded at
 * the first sign of use, or with the first click.
 */
const base = () => import('./base/menu.tsx')
const Loaded = lazyPart(async () => ({ default: (await base()).Menu }))
const Item = lazyPart(async () => ({ default: (await base()).MenuItem }))
const Toggle = lazyPart(async () => ({ default: (await base()).MenuToggle }))
const Choice = lazyPart(async () => ({ default: (await base()).MenuChoice }))
const Line = lazyPart(async () => ({ default: (await base()).MenuLine }))
export const loadMenu = base

export type Trigger = ReactElement<{ onClick?: (event: MouseEvent) => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>

export function Menu({ trigger, ...more }: Omit<MenuProps, 'trigger'> & { trigger: Trigger }) {
  const [clicks, setClicks] = useState(0)
  const waiting = cloneElement(trigger, { onClick: () => setClicks(clicks + 1), 'aria-haspopup': 'menu', 'aria-expanded': false })
  if (clicks === 0) return waiting
  const fallback = (
    <>
      {waiting}
      <HeldKeys />
    </>
  )
  return (
    <LazyInFront of={clicks} fallback={fallback} instead={waiting} onClose={() => setClicks(0)}>
      <Loaded trigger={trigger} {...more} />
    </LazyInFront>
  )
}

export const MenuItem = (props: MenuItemProps) => <Item {...props} />
/** An option that can be on or off; the menu stays open. */
export const MenuToggle = (props: MenuToggleProps) => <Toggle {...props} />
/** An option of several, exactly one of which is on. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  // A lazy component has no type parameters; the cast is safe because `onChange` is called with one of the given choices.
  return <Choice {...(props as unknown as MenuChoiceProps<string>)} />
}
export const MenuLine = () => <Line />

export function MenuHeading({ children }: { children: ReactNode }) {
  return <p className="px-2 pt-1.5 pb-1 font-medium text-ink-3 text-xs">{children}</p>
}
