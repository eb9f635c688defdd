import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  toolbar: 'Formatierung',
  choices: 'Vorschläge',
  bold: 'Fett',
  italic: 'Kursiv',
  inlineCode: 'Code',
  link: 'Link',
  heading1: 'Große Überschrift',
  heading2: 'Überschrift',
  heading3: 'Kleine Überschrift',
  bullets: 'Aufzählung',
  numbers: 'Nummerierte Liste',
  tasks: 'Aufgabenliste',
  quote: 'Zitat',
  code: 'Codeblock',
  table: 'Tabelle',
  divider: 'Trennlinie',
  file: 'Bild oder Datei',
}
