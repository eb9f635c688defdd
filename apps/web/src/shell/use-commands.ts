import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { allKeys, keysOf } from './command-keys.ts'
import type { CommandName } from './commands.ts'

/** The card and the list that had the focus when a command was given. */
export type Focused = { cardId: string | null; listId: string | null }

/**
 * The handler of a command on this page, and its condition: if it does not hold, the key does nothing and the palette does not list the
 * command.
 */
type Act = { run: (at: Focused) => void; when?: (at: Focused) => boolean }
/** A command that chooses of several values: the palette lists them in a step of its own. */
type Choice = {
  /** One value, or all that apply now, of which `choose` turns one on or off. */
  chosen: string | readonly string[]
  choose: (value: string) => void
  /** The values with their names, where only the page knows them. */
  values?: readonly (readonly [string, string])[]
}
export type Acts = Partial<Record<CommandName, Act | ((at: Focused) => void) | Choice>>

/** Commands of an open card hide those of the page behind it; those of the shell stay. */
type Layer = 'shell' | 'page' | 'dialog'
type Offer = { layer: Layer; acts: () => Acts }
const offers = new Set<Offer>()

export function focusedNow(): Focused {
  const near = (name: 'card' | 'list') => document.activeElement?.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? null
  return { cardId: near('card'), listId: near('list') }
}

/** The handlers of the commands that are available on the page now, for the palette. */
export function commandsAt(at: Focused): Map<CommandName, () => void> {
  const found = new Map<CommandName, () => void>()
  for (const offered of inFront()) {
    for (const name of namesOf(offered)) {
      const act = actOf(offered, name)
      if (act && (act.when?.(at) ?? true)) found.set(name, () => act.run(at))
    }
  }
  return found
}

/** The choices that the page offers now, for the palette. */
export function choicesNow(): Partial<Record<CommandName, Choice>> {
  const offered = inFront().flatMap((acts) => Object.entries(acts))
  return Object.fromEntries(offered.flatMap(([name, act]) => (typeof act === 'object' && 'choose' in act ? [[name, act]] : [])))
}

function inFront(): Acts[] {
  const all = [...offers]
  const front = all.some(({ layer }) => layer === 'dialog') ? 'dialog' : 'page'
  return all.filter(({ layer }) => layer === 'shell' || layer === front).map(({ acts }) => acts())
}

/** Sets the handlers of commands on this page. Their keys do nothing while the user types, or behind a dialog. */
export function useCommands(acts: Acts, layer: Layer = 'page'): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const offer = { layer, acts: () => latest.current }
    offers.add(offer)
    return () => void offers.delete(offer)
  }, [layer])
  const names = namesOf(acts).join(',')
  useEffect(() => {
    const press = (event: KeyboardEvent, name: CommandName, key: string) => {
      const act = actOf(latest.current, name)
      const at = focusedNow()
      if (!act || isElsewhere(event, layer) || (isSecond(event) && !key.includes(' ')) || !(act.when?.(at) ?? true)) return
      event.preventDefault()
      act.run(at)
    }
    const bound = (names.split(',') as CommandName[]).flatMap((name) =>
      keysOf(name).map((key) => [key, (event: KeyboardEvent) => press(event, name, key)] as const),
    )
    return tinykeys(window, Object.fromEntries(bound))
  }, [names, layer])
}

const namesOf = (acts: Acts) => Object.keys(acts) as CommandName[]

function actOf(acts: Acts, name: CommandName): Act | undefined {
  const act = acts[name]
  if (typeof act === 'object' && 'choose' in act) return undefined
  return typeof act === 'function' ? { run: act } : act
}

function isElsewhere(event: KeyboardEvent, layer: Layer): boolean {
  const at = event.target instanceof Element ? event.target : null
  // A checkbox takes no key but the space bar.
  const writes = at?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]')
  const inFront = document.querySelectorAll('[role=dialog], [role=menu]').length
  return event.isComposing || event.defaultPrevented || Boolean(writes) || inFront > (layer === 'dialog' ? 1 : 0)
}

const pairs = new Set(allKeys.filter((key) => /^\w \w$/.test(key)))
/** The time that tinykeys waits for the second key, in ms. */
const pairMs = 1_000
let before: KeyboardEvent | null = null
let last: KeyboardEvent | null = null
addEventListener(
  'keydown',
  (event) => {
    before = last
    last = event
  },
  { capture: true },
)

/** Whether the key is the second of a pair such as `g m`: then it does not act on its own. */
const isSecond = (event: KeyboardEvent): boolean =>
  before !== null && event.timeStamp - before.timeStamp < pairMs && pairs.has(`${before.key} ${event.key}`)
