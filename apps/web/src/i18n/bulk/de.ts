import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

/** Was mit mehreren Karten auf einmal getan wird. */
export const de: TextsOf<typeof en> = {
  label: 'Ausgewählte Karten',
  selected: '{count} ausgewählt',
  progress: '{settled} von {of}',
  clear: 'Auswahl aufheben',
  move: 'Verschieben',
  assign: 'Zuweisen',
  delegate: 'Delegieren',
  labels: 'Labels',
  createLabel: 'Label „{label}“ erstellen',
  find: { people: 'Person suchen', agents: 'Agent suchen', labels: 'Label suchen oder erstellen', priority: 'Priorität suchen' },
  none: 'Nichts gefunden.',
  noAgents: 'Kein Agent auf diesem Board nimmt delegierte Karten an.',
  noLabels: 'Dieses Board hat noch keine Labels.',
  priority: 'Priorität',
  due: 'Fällig',
  complete: 'Abschließen',
  reopen: 'Wieder öffnen',
  archive: 'Archivieren',
  some: '{having} von {of}',
}
