import { attributeOfColumn, isAttributeColumn, kindOf } from '@tandem/contract'
import { Search } from 'lucide-react'
import { useMessages } from 'use-intl'
import { capsHere } from '../../shell/caps.ts'
import { type CommandName, commandNames, commands } from '../../shell/commands.ts'
import { useCommandName } from '../../shell/use-command-name.ts'
import { choicesNow, commandsAt, type Focused } from '../../shell/use-commands.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { attributeIcons } from '../card/property-icons.ts'
import { icons } from './command-icons.ts'
import type { Entry, Step } from './entry.ts'
import { useOwnActs } from './use-own-acts.ts'
import type { Place } from './use-place.ts'

/** Commands that the palette runs in a step of its own. */
const steps: Partial<Record<CommandName, Exclude<Step, 'root'>>> = {
  moveTo: 'move',
  delegate: 'delegate',
  fields: 'fields',
  stopAgent: 'stopAgent',
  messageAgent: 'messageAgent',
  sessionBudget: 'sessionBudget',
  setCover: 'setCover',
  newCard: 'newCard',
  layout: 'layout',
  sort: 'sort',
  columns: 'columns',
  lanes: 'lanes',
  views: 'views',
  pauseAgents: 'pause',
  newBoard: 'newBoard',
  theme: 'theme',
  language: 'language',
}

/** The commands that are available here: those of the page, and those of the palette itself. */
export function useOffered(place: Place, at: Focused, ask: (step: Step) => void): Entry[] {
  const nameOf = useCommandName()
  const also = useAlso()
  const own = useOwnActs(place)
  const ofPage = commandsAt(at)
  const choices = choicesNow()
  const stepOf = (name: CommandName) => (name in choices || asks[name]?.(place) ? steps[name] : undefined)
  return commandNames.flatMap((name): Entry[] => {
    const { palette: group } = commands[name]
    const step = stepOf(name)
    // The handler of the page tells more, for example that a link was copied.
    const run = step ? () => ask(step) : (later(ofPage.get(name)) ?? own[name])
    if (!group || !run) return []
    const Icon = isAttributeColumn(name) ? attributeIcons[kindOf(attributeOfColumn[name])] : (icons[name] ?? Search)
    return [
      {
        id: `command.${name}`,
        group,
        icon: <Icon size={16} aria-hidden />,
        text: nameOf(name),
        also: also(name),
        run,
        step,
        // While a card is open, the key for the board behind it does nothing.
        hint: ofPage.has(name) ? hintOf(name) : undefined,
      },
    ]
  })
}

/** Synonyms of a command. */
function useAlso(): (name: CommandName) => string | undefined {
  const { attributes, find } = useMessages()
  const also: Partial<Record<CommandName, string>> = find.also
  return (name) => (isAttributeColumn(name) ? attributes[attributeOfColumn[name]].also : also[name])
}

/** Runs after the palette has returned the focus, because the command may open a menu beside the card. */
const later = (run: (() => void) | undefined) => run && (() => void setTimeout(run))

function hintOf(name: CommandName) {
  const caps = capsHere(name)
  if (caps.length === 0) return undefined
  return (
    <span className="flex gap-1 pointer-coarse:hidden">
      {caps.map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </span>
  )
}

/** Whether a step is available. Pages offer further choices. */
const asks: Partial<Record<CommandName, (place: Place) => boolean>> = {
  moveTo: ({ card, mayWrite }) => card !== null && mayWrite,
  delegate: ({ card, mayWrite }) => card !== null && mayWrite,
  fields: ({ board, card, mayWrite }) => card !== null && mayWrite && (board?.fields.length ?? 0) > 0,
  newCard: ({ board, mayWrite }) => board !== null && mayWrite && board.lists.length > 0,
  pauseAgents: ({ about, mayWrite }) => mayWrite && about?.agentsPaused === null,
  newBoard: () => true,
  theme: () => true,
  language: () => true,
}
