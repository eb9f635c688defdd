import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  priority: {
    name: 'Priorität',
    inRules: 'Priorität',
    remove: 'Priorität entfernen',
    command: 'Priorität …',
    also: 'dringend Wichtigkeit',
    set: '<b>{actor}</b> hat die Priorität auf {value} gesetzt',
    removed: '<b>{actor}</b> hat die Priorität entfernt',
  },
  startAt: {
    name: 'Beginn',
    inRules: 'Beginn',
    remove: 'Beginn entfernen',
    command: 'Beginn …',
    also: 'Start Datum',
    set: '<b>{actor}</b> hat den Beginn auf den {value} gesetzt',
    removed: '<b>{actor}</b> hat den Beginn entfernt',
  },
  dueAt: {
    name: 'Fällig',
    inRules: 'Fälligkeit',
    remove: 'Fälligkeit entfernen',
    command: 'Fälligkeit …',
    also: 'Frist Termin Datum Deadline',
    set: '<b>{actor}</b> hat die Fälligkeit auf den {value} gesetzt',
    removed: '<b>{actor}</b> hat die Fälligkeit entfernt',
  },
  estimate: {
    name: 'Schätzung',
    inRules: 'Schätzung',
    remove: 'Schätzung entfernen',
    command: 'Schätzung …',
    also: 'Punkte Größe Aufwand',
    set: '<b>{actor}</b> hat die Schätzung auf {value} gesetzt',
    removed: '<b>{actor}</b> hat die Schätzung entfernt',
  },
}
