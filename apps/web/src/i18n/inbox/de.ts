import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  title: 'Eingang',
  readAll: 'Alle als gelesen markieren',
  more: 'Ältere zeigen',
  emptyTitle: 'Nichts Neues',
  emptyText: 'Fragen von Agenten, Erwähnungen und Änderungen an deinen Karten kommen hierher.',
  isUnread: 'ungelesen',
  reason: {
    assigned: '<b>{name}</b> hat dir eine Karte gegeben',
    mentioned: '<b>{name}</b> hat dich erwähnt',
    commented: '<b>{name}</b> hat kommentiert',
    watching: '<b>{name}</b> hat eine Karte geändert, die du beobachtest',
    question: '<b>{name}</b> fragt dich',
    session_ended: '<b>{name}</b> ist fertig',
    delegated: '<b>{name}</b> hat an dich delegiert',
    due_soon: 'Bald fällig',
    webhook_disabled: 'Ein Webhook wurde nach zu vielen Fehlern abgeschaltet',
    rule: '<b>{name}</b>: eine Regel sagt dir Bescheid',
  },
  unread: 'Ungelesen',
  all: 'Alle',
  which: 'Welche Benachrichtigungen',
  settings: 'Benachrichtigungen einstellen',
  questions: 'Fragen an dich',
  today: 'Heute',
  yesterday: 'Gestern',
  read: 'Als gelesen markieren',
  allReadTitle: 'Alles gelesen',
  allReadText: 'Neues erscheint hier sofort. Was du gelesen hast, steht unter „Alle“.',
  hint: 'Tasten: <next></next> und <before></before> gehen weiter und zurück, <open></open> öffnet, <read></read> markiert als gelesen.',
  tell: {
    offer: 'Verpasse keine Frage: dieser Browser kann Bescheid sagen, auch während du woanders bist.',
    on: 'Einschalten',
    later: 'Nicht jetzt',
    denied:
      'Dieser Browser lässt keine Benachrichtigungen von Tandem zu. Erlaube sie in den Einstellungen der Website und schalte dann wieder ein.',
    isOn: 'Dieser Browser sagt dir bei Fragen Bescheid.',
    off: 'Ausschalten',
  },
}
