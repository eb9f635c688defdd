import type { TextsOf } from '../messages.ts'
import type { en } from './en.ts'

export const de: TextsOf<typeof en> = {
  title: 'Meine Arbeit',
  questions: 'Wartet auf deine Antwort',
  assigned: 'Dir zugewiesen',
  agents: 'Deine Agenten',
  agentsHint: 'Was du delegiert hast, und was daraus wird.',
  overdue: 'Überfällig',
  soon: 'In einer Woche fällig',
  later: 'Später, oder ohne Datum',
  due: 'Fällig am {date}',
  late: 'Überfällig seit {date}',
  emptyTitle: 'Nichts wartet auf dich',
  emptyText: 'Karten, die dir zugewiesen sind, Fragen von Agenten und was du delegierst: hier kommt es zusammen, von allen Boards.',
  toBoards: 'Zu deinen Boards',
  noAgents: 'Gerade arbeitet kein Agent für dich. Delegiere eine Karte und verfolge sie hier.',
  asks: '{name} fragt',
  somebody: 'Ein Agent',
  blocked: 'Blockiert',
}
