import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const es: TextsOf<typeof en> = {
  typed: 'Fecha',
  hint: 'vie 15:00, en 3 días, 24 dic',
  hintPast: 'ayer, hace 3 días, 1 oct',
  notADate: 'Esto no es una fecha. Prueba con “mañana”, “vie 15:00” o “24 dic”.',
  notAPastDate: 'Esto no es una fecha. Prueba con “ayer”, “hace 3 días” o “1 oct”.',
  tooEarly: 'Elige {day} o una fecha posterior.',
  today: 'Hoy',
  tomorrow: 'Mañana',
  nextWeek: 'Próxima semana',
  yesterday: 'Ayer',
  lastWeek: 'Semana pasada',
  noDate: 'Sin fecha',
  previous: 'Mes anterior',
  next: 'Mes siguiente',
  time: 'Hora',
  setTime: 'Añadir hora',
  at: '{day}, {time}',
}
