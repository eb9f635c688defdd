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
  moveTo: {
    title: 'Mover {key}',
    board: 'Tablero',
    list: 'Lista',
    place: 'Posición',
    noLists: 'Este tablero aún no tiene listas.',
    across:
      '{count, plural, one {La tarjeta recibe una clave nueva} other {Las tarjetas reciben claves nuevas}}. Se quitan las etiquetas, los campos, las personas y los agentes delegados que no están en ese tablero, y los enlaces de integraciones.',
    titleOf: 'Mover {count} tarjetas',
    limited: '{list} ({count}, límite {limit})',
    end: 'Al final',
    beyond: 'La lista superará su límite de {limit}. Aun así puedes mover {count, plural, one {la tarjeta} other {las tarjetas}}.',
    refused: 'La lista alcanzó su límite de {limit} y no acepta más tarjetas.',
    top: 'Al principio',
    below: 'Debajo de “{title}”',
    move: 'Mover',
  },
}
