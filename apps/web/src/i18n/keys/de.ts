import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  title: 'Tastenkürzel',
  groups: { anywhere: 'Überall', board: 'Auf einem Board', card: 'Auf einer Karte', lists: 'Im Eingang' },
  names: {
    help: 'Diese Kürzel zeigen',
    palette: 'Befehle und Suche',
    search: 'Alle Karten durchsuchen',
    boards: 'Zu deinen Boards',
    myWork: 'Zu deiner Arbeit',
    inbox: 'Zum Eingang',
    agents: 'Zu den Agenten',
    close: 'Schließen, Auswahl aufheben, oder getragene Karte zurückbringen',
    walk: 'Über die Karten gehen',
    open: 'Karte öffnen',
    carry: 'Karte aufheben, ablegen',
    newCard: 'Karte in diese Liste',
    filter: 'Karten filtern',
    moveTo: 'Karte verschieben nach …',
    select: 'Karte auswählen',
    selectList: 'Alle Karten der Liste auswählen',
    archive: 'Karte archivieren, oder alle ausgewählten',
    undo: 'Letztes Verschieben oder Archivieren zurücknehmen',
    copyKey: 'Ihren Schlüssel kopieren',
    watch: 'Beobachten, oder nicht mehr',
    carryItem: 'Punkt der Checkliste hinauf- oder hinabtragen',
    send: 'Geschriebenes abschicken',
    next: 'Zum nächsten',
    previous: 'Zum vorigen',
    read: 'Als gelesen abhaken und weiter',
  },
}
