import { type AttributeName, cardAttributes, eachAttribute, emptyOfKind, kindOf } from '../card-attributes.ts'
import type { Param } from './binding.ts'

const id = (about: string): Param => ({ kind: 'text', about })
const text = (about: string): Param => ({ kind: 'text', about })

/** One that may be empty is emptied by `none`. */
const attributes = eachAttribute<Record<AttributeName, Param>>((name) => {
  const kind = kindOf(name)
  return {
    kind: kind === 'number' ? 'number' : 'text',
    about: cardAttributes[name].about,
    ...(emptyOfKind[kind] === null && { clearable: true }),
  }
})

/** Every parameter that a tool takes, once: agents learn a word once. */
export const params = {
  ...attributes,
  actorId: { kind: 'text', about: '@handle, id or me', names: 'actor' },
  agentActorId: { kind: 'text', about: '@handle or id', names: 'actor' },
  agentGuidance: text(''),
  answer: text(''),
  archived: { kind: 'flag', about: '' },
  assignee: { kind: 'text', about: '@handle, me or none', names: 'actor' },
  assigneeActorId: { kind: 'text', about: '@handle, id or none', names: 'actor', clearable: true },
  assigneeActorIds: { kind: 'texts', about: 'all people', names: 'actor' },
  attachmentId: id('id'),
  beforeId: { kind: 'text', about: 'just above, or none', names: 'card', clearable: true },
  afterId: { kind: 'text', about: 'just below, or none', names: 'card', clearable: true },
  boardId: { kind: 'text', about: 'ENG, name or id', names: 'board' },
  blocked: { kind: 'flag', about: '' },
  body: text('Markdown; @handle mentions'),
  cardId: { kind: 'text', about: 'ENG-12 or id', names: 'card' },
  checklistItemId: id('id'),
  color: text('red or #rrggbb'),
  commentId: id('id'),
  completed: { kind: 'flag', about: '' },
  costUsd: { kind: 'number', about: '' },
  cursor: text('nextCursor'),
  delegatedTo: { kind: 'text', about: '@handle, me or none', names: 'actor' },
  description: text('Markdown'),
  detail: text('concise or detailed'),
  done: { kind: 'flag', about: '' },
  due: text('overdue, today, week, none, ISO..ISO'),
  everyLabel: { kind: 'flag', about: 'all of label' },
  externalUrl: text(''),
  fieldId: { kind: 'text', about: 'name or id', names: 'field' },
  ifState: text('else refuse'),
  ifVersion: { kind: 'number', about: 'else refuse' },
  inputTokens: { kind: 'number', about: '' },
  keep: { kind: 'texts', about: 'parts to take along' },
  keyPrefix: text('such as ENG'),
  kind: { kind: 'text', about: 'blocks, relates, parent' },
  label: { kind: 'texts', about: 'any of, names', names: 'anyLabel' },
  labelId: { kind: 'text', about: 'name or id', names: 'label' },
  labelIds: { kind: 'texts', about: 'all, names or ids', names: 'label' },
  limit: { kind: 'number', about: 'default 25' },
  listId: { kind: 'text', about: 'name or id', names: 'list' },
  name: text(''),
  note: text(''),
  notificationId: id('id'),
  options: { kind: 'texts', about: '' },
  otherCardId: { kind: 'text', about: 'key or id', names: 'card' },
  outputTokens: { kind: 'number', about: '' },
  payload: { kind: 'object', about: '' },
  plan: { kind: 'plan', about: 'steps; begun: [~] step, done: [x] step' },
  query: text('words'),
  question: text(''),
  questionEventId: id('id'),
  reason: text(''),
  sessionId: { kind: 'text', about: 'id or ENG-12', names: 'session' },
  sessionState: text('a state'),
  since: text('id or ISO time'),
  sort: text('updated, created, due, priority'),
  state: text('queued, working, awaiting_input, done, error'),
  statusText: text(''),
  summary: text(''),
  template: text('empty, kanban, agent-pipeline'),
  text: text(''),
  title: text(''),
  type: text('text, number, date, checkbox, select, url'),
  unread: { kind: 'flag', about: '' },
  url: text(''),
  value: text('as the type asks'),
  viewId: id('id'),
  waitSeconds: { kind: 'number', about: '0-25, waits for news' },
  wipLimit: { kind: 'number', about: '' },
  withCards: { kind: 'flag', about: '' },
  id: { kind: 'text', about: 'of a result', names: 'card' },
  clientMutationId: text('fresh; same on retry'),
} as const satisfies Record<string, Param>

export type ParamName = keyof typeof params
