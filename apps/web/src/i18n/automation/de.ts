import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'
import { eventNames } from './event-names-de.ts'
import { integrationsTexts } from './integrations-de.ts'
import { leftOutTexts } from './left-out-de.ts'
import { rulesTexts } from './rules-de.ts'
import { transferTexts } from './transfer-de.ts'
import { verbs } from './verbs-de.ts'
import { webhooksTexts } from './webhooks-de.ts'

export const de: TextsOf<typeof en> = {
  ...rulesTexts,
  ...transferTexts,
  ...integrationsTexts,
  ...webhooksTexts,
  leftOut: leftOutTexts,
  verbs,
  eventNames,
  families: {
    card: 'Karten',
    comment: 'Kommentare',
    agent_session: 'Agentensitzungen',
    vcs: 'Code-Hosting',
    list: 'Listen',
    label: 'Labels',
    field: 'Eigene Felder',
    member: 'Mitglieder',
    actor: 'Agenten',
    board: 'Das Board',
    rule: 'Regeln',
    webhook: 'Webhooks',
    integration: 'Integrationen',
  },
  ping: 'Testzustellung',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyOf: '{name} kopieren',
  shownOnce: 'Wird nur einmal angezeigt.',
  haveIt: 'Ich habe es gespeichert',
  choose: 'Auswählen …',
  gone: '(gelöscht)',
  quoted: '„{text}“',
  add: 'Hinzufügen …',
  addByEnter: 'Eingeben und Enter drücken',
  without: 'Entfernen: {name}',
  yes: 'ja',
  no: 'nein',
  somebody: 'jemand',
  cardElsewhere: 'eine archivierte Karte',
}
