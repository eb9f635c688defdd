import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

/** El archivo de un tablero. */
export const es: TextsOf<typeof en> = {
  title: 'Archivo de {board}',
  search: 'Buscar en el archivo',
  lists: 'Listas',
  cards: 'Tarjetas',
  archived: 'archivada',
  inArchivedList: '{list}, también archivada',
  noList: 'una lista que ya no existe',
  restore: 'Restaurar',
  restoreList: 'Restaurar la lista {list}',
  restoreCard: 'Restaurar {key}',
  restoreTo: 'Restaurar {key} en…',
  bringTo: 'Restaurar en',
  more: 'Mostrar anteriores',
  emptyTitle: 'No hay nada archivado',
  emptyText: 'Aquí aparecen las tarjetas y listas que archivas desde su menú. No se elimina nada.',
  noneTitle: 'Sin resultados',
  noneText: 'Ninguna tarjeta archivada contiene “{text}”.',
  delete: {
    button: 'Eliminar {key} definitivamente',
    title: '¿Eliminar {key} definitivamente?',
    text: 'Se eliminan “{title}”, su descripción, sus vínculos y las sesiones de los agentes. Esta acción no se puede deshacer.',
    textAlong:
      'Se eliminan “{title}”, {along}, su descripción, sus vínculos y las sesiones de los agentes. Esta acción no se puede deshacer.',
    along: {
      comments: '{count, plural, one {# comentario} other {# comentarios}}',
      files: '{count, plural, one {# archivo} other {# archivos}}',
      items: '{count, plural, one {# elemento de la checklist} other {# elementos de la checklist}}',
    },
    subCards: '{count, plural, one {Se conserva # subtarjeta.} other {Se conservan # subtarjetas.}}',
    act: 'Eliminar definitivamente',
    done: '{key} eliminada',
  },
  cardBack: '{key} restaurada en {list}',
  listBack: 'Lista {list} y sus tarjetas restauradas',
}
