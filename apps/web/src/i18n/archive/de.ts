import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

/** Was von einem Board weggelegt wurde, und wie es zurückkommt. */
export const de: TextsOf<typeof en> = {
  title: 'Archiv von {board}',
  search: 'Im Archiv suchen',
  lists: 'Listen',
  cards: 'Karten',
  archived: 'archiviert',
  inArchivedList: '{list}, auch archiviert',
  noList: 'eine Liste, die es nicht mehr gibt',
  bringBack: 'Zurückholen',
  bringBackList: 'Liste {list} zurückholen',
  bringBackCard: '{key} zurückholen',
  bringBackTo: '{key} zurückholen nach …',
  bringTo: 'Zurückholen nach',
  more: 'Ältere zeigen',
  emptyTitle: 'Nichts ist archiviert',
  emptyText:
    'Karten und Listen, die du archivierst, kommen hierher: eine Karte mit E oder aus ihrem Menü, eine Liste aus ihrem Menü. Nichts davon geht verloren.',
  noneTitle: 'Nichts gefunden',
  noneText: 'Keine archivierte Karte sagt „{text}“.',
  cardBack: '{key} ist zurück in {list}',
  listBack: 'Die Liste {list} ist zurück, mit ihren Karten',
}
