import type { InputOf, ListCategory } from '@tandem/contract'

type Template = NonNullable<InputOf<'board.create'>['template']>

export type TemplateList = readonly [name: string, category: ListCategory]

/** The lists and the agent guidance of a new board, by template. Specification: decisions §3. */
export const templates: Record<Template, { lists: readonly TemplateList[]; agentGuidance: string }> = {
  empty: { lists: [], agentGuidance: '' },
  kanban: {
    lists: [
      ['To do', 'ready'],
      ['In progress', 'started'],
      ['Done', 'done'],
    ],
    agentGuidance: '',
  },
  'agent-pipeline': {
    lists: [
      ['Inbox', 'backlog'],
      ['Ready for agents', 'ready'],
      ['Agents at work', 'started'],
      ['In review', 'review'],
      ['Done', 'done'],
    ],
    agentGuidance: `Cards go from left to right on this board.

- **Inbox**: new requests. People sort them; leave them where they are.
- **Ready for agents**: described well enough to be begun. A person delegates the card to an agent.
- **Agents at work**: move your card here when you begin.
- **In review**: move your card here when you are done, and say in the summary what you changed and how you checked it.
- **Done**: people move a card here once they have looked at the result.

Work on the cards that are delegated to you, and on no others. Tick checklist items as you finish them, and report progress in short
notes. Where the description leaves a choice that matters, ask a person in your session before you go on; do not guess.
`,
  },
}
