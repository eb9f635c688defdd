import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  typed: 'Datum',
  hint: 'fr 15:00, in 3 Tagen, 24.12.',
  notADate: 'Das ist kein Datum. Versuche „morgen“, „fr 15:00“ oder „24.12.“.',
  tooEarly: 'Wähle {day} oder später.',
  today: 'Heute',
  tomorrow: 'Morgen',
  nextWeek: 'Nächste Woche',
  noDate: 'Kein Datum',
  previous: 'Vorheriger Monat',
  next: 'Nächster Monat',
  time: 'Uhrzeit',
  setTime: 'Uhrzeit festlegen',
  at: '{day}, {time}',
}
