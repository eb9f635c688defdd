import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const es: TextsOf<typeof en> = {
  title: '{name} tiene una pregunta',
  as: 'Respondes como {name}. No hace falta iniciar sesión.',
  options: 'Opciones',
  note: 'Nota',
  noteHint: 'Una nota para el agente (opcional)',
  own: 'Tu respuesta',
  ownInstead: 'O escribe tu propia respuesta',
  confirm: 'Confirmar',
  confirmHint: 'No se envía nada hasta que confirmes.',
  answeredTitle: 'Respondida',
  overTitle: 'Esta pregunta está cerrada',
  refusedTitle: 'Este enlace no se puede usar',
  signIn: 'Iniciar sesión',
  toCard: 'Abrir la tarjeta',
  ended: {
    you: 'Respondiste: {answer}',
    person: '{name} respondió: {answer}',
    default: 'El plazo ha pasado y se usó la respuesta predeterminada: {answer}',
    completed: 'El agente terminó su trabajo sin respuesta.',
    failed: 'La sesión terminó sin respuesta. {reason}',
    stop: 'La sesión se detuvo antes de que llegara una respuesta.',
    budget: 'El presupuesto cambió y con ello se cerró esta pregunta.',
  },
}
