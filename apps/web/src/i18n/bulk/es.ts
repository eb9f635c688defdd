import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

/** Lo que se hace con varias tarjetas a la vez. */
export const es: TextsOf<typeof en> = {
  label: 'Tarjetas seleccionadas',
  selected: '{count, plural, one {# seleccionada} other {# seleccionadas}}',
  progress: '{settled} de {of}',
  clear: 'Quitar la selección',
  move: 'Mover',
  assign: 'Asignar',
  delegate: 'Delegar',
  labels: 'Etiquetas',
  createLabel: 'Crear etiqueta “{label}”',
  find: {
    people: 'Buscar una persona',
    agents: 'Buscar un agente',
    labels: 'Buscar o crear una etiqueta',
    priority: 'Buscar una prioridad',
  },
  none: 'Sin resultados.',
  noAgents: 'Ningún agente de este tablero acepta tarjetas delegadas.',
  noLabels: 'Este tablero aún no tiene etiquetas.',
  priority: 'Prioridad',
  due: 'Vencimiento',
  complete: 'Completar',
  reopen: 'Reabrir',
  archive: 'Archivar',
  some: '{having} de {of}',
}
