import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  typed: 'Datum',
  hint: 'Fr 15:00, in 3 Tagen, 24.12.',
  hintPast: 'gestern, vor 3 Tagen, 1.10.',
  notADate: 'Das ist kein Datum. Versuche „morgen“, „Fr 15:00“ oder „24.12.“.',
  notAPastDate: 'Das ist kein Datum. Versuche „gestern“, „vor 3 Tagen“ oder „1.10.“.',
  tooEarly: 'Wähle {day} oder später.',
  today: 'Heute',
  tomorrow: 'Morgen',
  nextWeek: 'Nächste Woche',
  yesterday: 'Gestern',
  lastWeek: 'Letzte Woche',
  noDate: 'Kein Datum',
  previous: 'Vorheriger Monat',
  next: 'Nächster Monat',
  time: 'Uhrzeit',
  setTime: 'Uhrzeit festlegen',
  at: '{day}, {time}',
}
