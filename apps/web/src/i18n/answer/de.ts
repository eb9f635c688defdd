import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  title: '{name} hat eine Frage',
  as: 'Du antwortest als {name}. Du musst dich nicht anmelden.',
  options: 'Optionen',
  note: 'Anmerkung',
  noteHint: 'Eine Anmerkung für den Agenten (optional)',
  own: 'Deine Antwort',
  ownInstead: 'Oder eigene Antwort',
  confirm: 'Bestätigen',
  confirmHint: 'Es wird nichts gesendet, bis du bestätigst.',
  answeredTitle: 'Beantwortet',
  overTitle: 'Diese Frage ist geschlossen',
  refusedTitle: 'Dieser Link lässt sich nicht verwenden',
  signIn: 'Anmelden',
  toCard: 'Karte öffnen',
  ended: {
    you: 'Du hast geantwortet: {answer}',
    person: '{name} hat geantwortet: {answer}',
    default: 'Die Frist ist abgelaufen, und die Standardantwort wurde verwendet: {answer}',
    completed: 'Der Agent hat seine Arbeit ohne Antwort beendet.',
    failed: 'Die Sitzung endete ohne Antwort. {reason}',
    stop: 'Die Sitzung wurde gestoppt, bevor eine Antwort kam.',
    budget: 'Das Budget wurde geändert; damit ist diese Frage geschlossen.',
  },
}
