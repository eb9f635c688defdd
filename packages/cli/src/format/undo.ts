import type { UndoResult } from '@tandem/contract'
import { line, type Terminal } from '../terminal/terminal.ts'

/** The changes that an undo takes back and those that stay, by card. */
export function undoText(terminal: Terminal, { undone, conflicts, hidden, cards }: UndoResult): string {
  const left = new Set(conflicts.map(({ activityId }) => activityId)).size
  const parts = cards.map(({ cardId, cardKey, title, verbs }) => {
    const name = cardKey === null ? (cardId === null ? 'Lists and labels' : `card ${cardId}`) : `${cardKey}  ${line(title ?? '')}`
    const taken = verbs.map(({ verb, count }) => `  ${verb}${count > 1 ? ` ×${count}` : ''}`)
    const stays = conflicts
      .filter((conflict) => conflict.cardId === cardId)
      .map(({ field, message }) => `  stays: ${field === undefined ? '' : `${field}: `}${line(message)}`)
    return [terminal.paint('bold', name), ...taken, ...stays].join('\n')
  })
  const sums = [
    `${undone.length} undone`,
    ...(left > 0 ? [`${left} left unchanged`] : []),
    ...(hidden > 0 ? [`${hidden} on boards that you cannot see`] : []),
  ]
  return [...parts, `Events: ${sums.join(', ')}.`].join('\n\n')
}
