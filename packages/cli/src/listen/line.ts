import type { Activity } from '@tandem/contract'
import type { Terminal } from '../terminal/terminal.ts'
import type { Forwarded } from './forward.ts'

/** One line per event. */
export function forwardedLine(
  { result, paint }: Terminal,
  { activity, seq, status, tries, tookMs }: Forwarded & { activity: Activity; seq: number },
) {
  const { id, verb, boardId } = activity
  const taken = status < 300
  const mark = taken ? paint('green', '✓') : paint('red', '✗')
  const text = [mark, status, verb, id, `${tookMs} ms`, tries > 1 && `try ${tries}`, !taken && 'rejected'].filter(Boolean).join(' ')
  result({ deliveryId: id, boardId, seq, verb, taken, status, tries, tookMs }, text)
}
