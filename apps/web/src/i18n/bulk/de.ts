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
  moveTo: {
    title: '{key} verschieben',
    board: 'Board',
    noLists: 'Dieses Board hat noch keine Listen.',
    across:
      '{count, plural, one {Die Karte bekommt einen neuen Schlüssel} other {Die Karten bekommen neue Schlüssel}}. Labels, Felder, Personen und delegierte Agenten, die nicht auf dem anderen Board sind, und Links von Integrationen werden entfernt.',
    list: 'Liste',
    place: 'Position',
    titleOf: '{count} Karten verschieben',
    limited: '{list} ({count}, Limit {limit})',
    end: 'Ganz unten',
    beyond:
      'Die Liste ist dann über ihrem Limit von {limit}. Du kannst {count, plural, one {die Karte} other {die Karten}} trotzdem verschieben.',
    refused: 'Die Liste hat ihr Limit von {limit} erreicht und nimmt keine Karten mehr an.',
    top: 'Ganz oben',
    below: 'Unter „{title}“',
    move: 'Verschieben',
  },
}
