import type { Client } from '@tandem/client'
import { type Priority, priorities, type SearchHit } from '@tandem/contract'
import { Complaint } from '../../failures.ts'
import { isId } from '../../find/among.ts'
import { agentIn, findBoard, labelIn, listIn, memberIn, outlineOf } from '../../find/board.ts'
import { findCard } from '../../find/card.ts'
import { cardTable, cardText, hitTable } from '../../format/card.ts'
import { count, longText, time } from '../../read-option.ts'
import { command, many, oneOf, text } from '../../spec.ts'
import { line } from '../../terminal/terminal.ts'

/** Finding, reading and creating cards. */
const states = ['open', 'done', 'archived', 'all'] as const
const pageSize = 200
const shownAtFirst = 50

const conditions = {
  assignee: many('person', 'a handle, an id, me, or none for cards without one'),
  agent: many('agent', 'the agent that it is delegated to: a handle, an id, me, or none'),
  label: many('label', 'a label, by name or id'),
  priority: oneOf('priority', priorities, 'of this priority'),
  state: oneOf('state', states, 'default: open; all = open and completed cards'),
  due: text('when', 'overdue, today, week, or a range such as 2026-12-01..2026-12-24'),
  session: oneOf('state', ['queued', 'working', 'awaiting_input', 'done', 'error'], 'the state of its newest session'),
  sort: oneOf('order', ['relevance', 'updated', 'created', 'due', 'priority'], 'sort order'),
  limit: count('n', `maximum number shown; default: ${shownAtFirst}`),
}

type Conditions = {
  assignee: string[]
  agent: string[]
  label: string[]
  priority: Priority | undefined
  state: (typeof states)[number] | undefined
  due: string | undefined
  session: SearchHit['session'] extends { state: infer S } | null ? S | undefined : never
  sort: 'relevance' | 'updated' | 'created' | 'due' | 'priority' | undefined
  limit: number | undefined
}

export const cards = [
  command({
    words: 'card list <board>',
    about: 'list the cards of a board, last changed first',
    options: { list: many('list', 'in this list, by name or id'), ...conditions },
    examples: [
      ['tandem card list ENG', 'the open ones'],
      ['tandem card list ENG --assignee me --due overdue', 'your overdue cards'],
      ['tandem card list ENG --session awaiting_input --json', 'where an agent has a question, for a script'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const outline = await outlineOf(client, args.board)
      const listId = options.list.map((name) => listIn(outline, name).id)
      const found = await search(client, options, { boardId: outline.id, ...(listId.length > 0 && { listId }) })
      return { value: found, text: cardTable(terminal, found, outline) }
    },
  }),
  command({
    words: 'card search [words...]',
    about: 'search cards on every board that you can read, in titles, descriptions and comments',
    options: {
      board: many('board', 'only on this board'),
      ...conditions,
      state: oneOf('state', states, 'default: open, or all if there are words; all = open and completed cards'),
    },
    examples: [
      ['tandem card search login page', 'cards with both words, best match first'],
      ['tandem card search --agent robo --state all', 'what @robo has worked on, except archived cards'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const boardId: string[] = []
      for (const board of options.board) boardId.push((await findBoard(client, board)).id)
      const q = args.words.join(' ')
      const state = options.state ?? (q === '' ? 'open' : 'all')
      const found = await search(client, { ...options, state }, { ...(q !== '' && { q }), ...(boardId.length > 0 && { boardId }) })
      return { value: found, text: hitTable(terminal, found) }
    },
  }),
  command({
    words: 'card show <card>',
    about: 'show a card with its description, checklist and comments',
    examples: [['tandem card show ENG-12', 'by its key, in upper or lower case, or its id']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const card = await findCard(client, args.card)
      const outline = await client.call('board.outline', { boardId: card.boardId })
      return { value: card, text: cardText(terminal, card, outline) }
    },
  }),
  command({
    words: 'card create <board> <title>',
    about: 'create a card',
    options: {
      list: text('list', 'the list, by name or id; default: the first one'),
      description: text('text', 'in Markdown; - reads it from standard input'),
      priority: oneOf('priority', priorities, 'default: none'),
      due: time('a day such as 2026-12-24, or a time'),
      assign: many('person', 'assign a member, by handle'),
      label: many('label', 'add a label of the board'),
      delegate: text('agent', 'delegate it to an agent of the board'),
    },
    examples: [
      ['tandem card create ENG "Log in with a passkey" --list "To do" --priority high', 'on a list of your choice'],
      ['git log -1 --format=%b | tandem card create ENG "Follow up" --description -', 'with a description from another program'],
      ['tandem card create ENG "Write the release notes" --delegate robo', 'created and delegated to an agent'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const outline = await outlineOf(client, args.board)
      const list = options.list === undefined ? outline.lists[0] : listIn(outline, options.list)
      if (!list) throw new Complaint('refused or failed', `${outline.keyPrefix} has no lists yet. Create one on the board first.`)
      const assigned: string[] = []
      for (const person of options.assign) assigned.push((await memberIn(client, outline, person)).actorId)
      const agent = options.delegate === undefined ? null : await agentIn(client, outline, options.delegate)
      const card = await client.call('card.create', {
        listId: list.id,
        title: args.title,
        description: await longText(options.description, 'The description'),
        priority: options.priority,
        dueAt: options.due,
        ...(assigned.length > 0 && { assigneeActorIds: assigned }),
        ...(options.label.length > 0 && { labelIds: options.label.map((label) => labelIn(outline, label)) }),
      })
      if (agent) await client.call('delegation.set', { cardId: card.id, agentActorId: agent.actorId })
      const delegated = agent ? `, delegated to @${agent.handle}` : ''
      return { value: card, text: `${card.key}  ${line(card.title)}  (${line(list.name)}${delegated})` }
    },
  }),
]

/** As many as requested, over several pages of the service. */
async function search(
  client: Client,
  options: Conditions,
  where: { q?: string; boardId: string | string[] } | { q?: string },
): Promise<SearchHit[]> {
  const most = options.limit ?? shownAtFirst
  const { priority, due, sort, session: sessionState, label } = options
  const input = {
    ...where,
    priority,
    due,
    sort,
    sessionState,
    limit: Math.min(most, pageSize),
    ...stateConditions[options.state ?? 'open'],
    ...(label.length > 0 && { label }),
    ...(options.assignee.length > 0 && { assignee: await actorIds(client, options.assignee) }),
    ...(options.agent.length > 0 && { delegatedTo: await actorIds(client, options.agent) }),
  }
  const found: SearchHit[] = []
  for await (const page of client.pages('search.cards', input)) {
    found.push(...page)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

const stateConditions = { open: { completed: false }, done: { completed: true }, archived: { archived: true }, all: {} }

async function actorIds(client: Client, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const known = name === 'me' || name === 'none' || isId(name)
    ids.push(known ? name : (await client.call('actor.find', { handle: name.replace(/^@/, '').toLowerCase() })).id)
  }
  return ids
}
