import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

/** Das Archiv eines Boards. */
export const de: TextsOf<typeof en> = {
  title: 'Archiv von {board}',
  search: 'Im Archiv suchen',
  lists: 'Listen',
  cards: 'Karten',
  archived: 'archiviert',
  inArchivedList: '{list}, ebenfalls archiviert',
  noList: 'eine Liste, die es nicht mehr gibt',
  restore: 'Wiederherstellen',
  restoreList: 'Liste {list} wiederherstellen',
  restoreCard: '{key} wiederherstellen',
  restoreTo: '{key} wiederherstellen in …',
  bringTo: 'Wiederherstellen in',
  more: 'Ältere anzeigen',
  emptyTitle: 'Nichts archiviert',
  emptyText: 'Hier erscheinen Karten und Listen, die du über ihr Menü archivierst. Nichts davon wird gelöscht.',
  noneTitle: 'Nichts gefunden',
  noneText: 'Keine archivierte Karte enthält „{text}“.',
  delete: {
    button: '{key} endgültig löschen',
    title: '{key} endgültig löschen?',
    text: '„{title}“ wird mit Beschreibung, Verknüpfungen und Agentensitzungen gelöscht. Das lässt sich nicht rückgängig machen.',
    textAlong:
      '„{title}“ wird mit {along}, Beschreibung, Verknüpfungen und Agentensitzungen gelöscht. Das lässt sich nicht rückgängig machen.',
    along: {
      comments: '{count, plural, one {# Kommentar} other {# Kommentaren}}',
      files: '{count, plural, one {# Datei} other {# Dateien}}',
      items: '{count, plural, one {# Punkt der Checkliste} other {# Punkten der Checkliste}}',
    },
    subCards: '{count, plural, one {# Unterkarte bleibt} other {# Unterkarten bleiben}} erhalten.',
    act: 'Endgültig löschen',
    done: '{key} gelöscht',
  },
  cardBack: '{key} in {list} wiederhergestellt',
  listBack: 'Liste {list} und ihre Karten wiederhergestellt',
}
