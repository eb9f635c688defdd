import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const es: TextsOf<typeof en> = {
  priority: {
    name: 'Prioridad',
    inRules: 'prioridad',
    remove: 'Quitar la prioridad',
    command: 'Prioridad…',
    also: 'urgente importancia',
    set: '<b>{actor}</b> cambió la prioridad a {value}',
    removed: '<b>{actor}</b> quitó la prioridad',
  },
  startAt: {
    name: 'Inicio',
    inRules: 'fecha de inicio',
    remove: 'Quitar el inicio',
    command: 'Fecha de inicio…',
    also: 'comienzo',
    set: '<b>{actor}</b> fijó el inicio para el {value}',
    removed: '<b>{actor}</b> quitó el inicio',
  },
  dueAt: {
    name: 'Vencimiento',
    inRules: 'fecha de vencimiento',
    remove: 'Quitar el vencimiento',
    command: 'Vencimiento…',
    also: 'plazo fecha límite entrega',
    set: '<b>{actor}</b> fijó el vencimiento para el {value}',
    removed: '<b>{actor}</b> quitó el vencimiento',
  },
  estimate: {
    name: 'Estimación',
    inRules: 'estimación',
    remove: 'Quitar la estimación',
    command: 'Estimación…',
    also: 'puntos tamaño esfuerzo',
    set: '<b>{actor}</b> cambió la estimación a {value}',
    removed: '<b>{actor}</b> quitó la estimación',
  },
}
