import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

/** Was mit mehreren Karten auf einmal getan wird. */
export const de: TextsOf<typeof en> = {
  label: 'Ausgewählte Karten',
  selected: '{count} ausgewählt',
  progress: '{settled} von {of}',
  clear: 'Auswahl aufheben',
  move: 'Verschieben nach …',
  assign: 'Zuweisen',
  labels: 'Label',
  noLabels: 'Dieses Board hat noch keine Labels.',
  priority: 'Priorität',
  due: 'Fällig',
  complete: 'Erledigen',
  reopen: 'Wieder öffnen',
  archive: 'Archivieren',
  some: '{having} von {of}',
}
