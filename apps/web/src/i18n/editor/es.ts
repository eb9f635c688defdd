import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const es: TextsOf<typeof en> = {
  toolbar: 'Formato',
  choices: 'Sugerencias',
  bold: 'Negrita',
  italic: 'Cursiva',
  inlineCode: 'Código',
  link: 'Enlace',
  heading1: 'Título grande',
  heading2: 'Título',
  heading3: 'Título pequeño',
  bullets: 'Lista con viñetas',
  numbers: 'Lista numerada',
  tasks: 'Lista de tareas',
  quote: 'Cita',
  code: 'Bloque de código',
  table: 'Tabla',
  divider: 'Separador',
  file: 'Imagen o archivo',
}
