import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { type CommandName, commandNames, commands, isCommandName } from './commands.ts'

/** What had the focus when a command was given: the card and the list that it stands in. */
export type Focused = { cardId: string | null; listId: string | null }

/** What a command does here, and when it can be given: a key does nothing otherwise, and the palette does not list it. */
type Act = { run: (at: Focused) => void; when?: (at: Focused) => boolean }
export type Acts = Partial<Record<CommandName, Act | ((at: Focused) => void)>>

/** Those of an open card hide those of the page behind it; those of the shell stay. */
type Layer = 'shell' | 'page' | 'dialog'
type Offer = { layer: Layer; acts: () => Acts }
const offers = new Set<Offer>()

export function focusedNow(): Focused {
  const near = (name: 'card' | 'list') => document.activeElement?.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? null
  return { cardId: near('card'), listId: near('list') }
}

/** What can be done on the page now, for the palette. */
export function commandsAt(at: Focused): Map<CommandName, () => void> {
  const all = [...offers]
  const inFront = all.some(({ layer }) => layer === 'dialog') ? 'dialog' : 'page'
  const found = new Map<CommandName, () => void>()
  for (const { layer, acts } of all) {
    if (layer !== 'shell' && layer !== inFront) continue
    const offered = acts()
    for (const name of commandNames) {
      const act = actOf(offered, name)
      if (act && (act.when?.(at) ?? true)) found.set(name, () => act.run(at))
    }
  }
  return found
}

/** What commands do on this page. Their keys do not act while somebody writes, and not behind a dialog. */
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
  const names = Object.keys(acts).join(',')
  useEffect(() => {
    const press = (event: KeyboardEvent, name: CommandName) => {
      const act = actOf(latest.current, name)
      const at = focusedNow()
      if (!act || isElsewhere(event, layer) || !(act.when?.(at) ?? true)) return
      event.preventDefault()
      act.run(at)
    }
    const bound = names
      .split(',')
      .filter(isCommandName)
      .flatMap((name) => commands[name].keys?.map((key) => [key, (event: KeyboardEvent) => press(event, name)] as const) ?? [])
    return tinykeys(window, Object.fromEntries(bound))
  }, [names, layer])
}

function actOf(acts: Acts, name: CommandName): Act | undefined {
  const act = acts[name]
  return typeof act === 'function' ? { run: act } : act
}

function isElsewhere(event: KeyboardEvent, layer: Layer): boolean {
  const at = event.target instanceof Element ? event.target : null
  const writes = at?.closest('input, textarea, select, [contenteditable], [role=menu], [role=listbox]')
  const inFront = document.querySelectorAll('[role=dialog], [role=menu]').length
  return event.isComposing || event.defaultPrevented || Boolean(writes) || inFront > (layer === 'dialog' ? 1 : 0)
}
