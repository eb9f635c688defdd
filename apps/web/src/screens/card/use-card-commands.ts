import { type Acts, useCommands } from '../../shell/use-commands.ts'
import { useOpenCard } from './card-context.ts'

/** Sets the handlers of commands on the open card. Shown in front of its board, they hide those of the board. */
export function useCardCommands(acts: Acts): void {
  const { form } = useOpenCard()
  useCommands(acts, form === 'dialog' ? 'dialog' : 'page')
}
