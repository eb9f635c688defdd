import type { InputOf, ListCategory } from '@tandem/contract'
import type { Language } from '../../texts/language.ts'
import { guidance } from './template-guidance.ts'

type Template = NonNullable<InputOf<'board.create'>['template']>

export type TemplateList = readonly [name: string, category: ListCategory]

/** The lists of a new board, by template. Specification: decisions §3. */
const categories: Record<Template, readonly ListCategory[]> = {
  empty: [],
  kanban: ['ready', 'started', 'done'],
  'agent-pipeline': ['backlog', 'ready', 'started', 'review', 'done'],
}

const names: Record<Language, Record<Template, readonly string[]>> = {
  en: {
    empty: [],
    kanban: ['To do', 'In progress', 'Done'],
    'agent-pipeline': ['Inbox', 'Ready for agents', 'Agents at work', 'In review', 'Done'],
  },
  de: {
    empty: [],
    kanban: ['Zu tun', 'In Arbeit', 'Erledigt'],
    'agent-pipeline': ['Eingang', 'Bereit für Agenten', 'Agenten bei der Arbeit', 'In Prüfung', 'Erledigt'],
  },
  es: {
    empty: [],
    kanban: ['Por hacer', 'En curso', 'Hecho'],
    'agent-pipeline': ['Entrada', 'Listo para agentes', 'Agentes trabajando', 'En revisión', 'Hecho'],
  },
}

/** The lists and the agent guidance of a new board. */
export function templateIn(template: Template, language: Language): { lists: readonly TemplateList[]; agentGuidance: string } {
  const [named, agentGuidance] = [names[language][template], template === 'agent-pipeline' ? guidance[language] : '']
  return { lists: categories[template].map((category, at) => [named[at] ?? '', category]), agentGuidance }
}
