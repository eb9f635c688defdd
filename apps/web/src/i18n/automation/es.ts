import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'
import { integrationsTexts } from './integrations-es.ts'
import { leftOutTexts } from './left-out-es.ts'
import { rulesTexts } from './rules-es.ts'
import { transferTexts } from './transfer-es.ts'
import { verbs } from './verbs-es.ts'
import { webhooksTexts } from './webhooks-es.ts'

export const es: TextsOf<typeof en> = {
  ...rulesTexts,
  ...transferTexts,
  ...integrationsTexts,
  ...webhooksTexts,
  leftOut: leftOutTexts,
  verbs,
  eventNames: verbs,
  families: {
    card: 'Tarjetas',
    comment: 'Comentarios',
    agent_session: 'Sesiones de agentes',
    vcs: 'Repositorios de código',
    list: 'Listas',
    label: 'Etiquetas',
    field: 'Campos personalizados',
    member: 'Miembros',
    actor: 'Agentes',
    board: 'El tablero',
    rule: 'Reglas',
    webhook: 'Webhooks',
    integration: 'Integraciones',
  },
  ping: 'una entrega de prueba',
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: 'Copiar: {name}',
  shownOnce: 'Solo se muestra una vez.',
  haveIt: 'Ya lo he guardado',
  choose: 'Elegir…',
  gone: '(eliminado)',
  quoted: '“{text}”',
  add: 'Añadir…',
  addByEnter: 'Escribe y pulsa Intro',
  without: 'Quitar: {name}',
  yes: 'sí',
  no: 'no',
  somebody: 'alguien',
  cardElsewhere: 'una tarjeta archivada',
}
