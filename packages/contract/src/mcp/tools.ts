import { attributeNames } from '../card-attributes.ts'
import type { Method, Tool } from './binding.ts'

const attributes = attributeNames.join(' ')

/**
 * The tools of the MCP surface: methods over operations of the catalogue, and nothing that they do. Specification: service §4, decisions §1.
 * Reading and writing stand apart so that the hints which clients act upon are true.
 */
const read = (operation: Method['operation'], takes: string, shape: Method['shape'], more: Partial<Method> = {}): Method => ({
  operation,
  takes: `${takes} detail`,
  shape,
  ...more,
})
const write = (operation: Method['operation'], takes: string, shape: Method['shape'], more: Partial<Method> = {}): Method => ({
  operation,
  takes: `${takes} clientMutationId`,
  shape,
  ...more,
})
/** Neighbours of a list are lists. */
const amongLists = { names: { beforeId: 'list', afterId: 'list' } } as const
const op = (name: string) => ({ always: { op: name } })

export const tools = {
  my_work: {
    title: 'My work',
    description: 'Call first: cards assigned or delegated to you, sessions awaiting your answer, unread notifications.',
    reads: true,
    flat: true,
    methods: { get: read('me.work', 'limit', 'work') },
  },
  board_read: {
    title: 'Read boards',
    description: 'get = lists, cards, labels, fields and members of a board; me = who you are.',
    reads: true,
    methods: {
      list: read('board.list', 'archived', 'boards', { under: 'boards' }),
      get: read('board.tree', 'boardId* archived limit', 'tree', { own: ['limit'] }),
      activity: read('board.activity', 'boardId* since cursor limit', 'activity', { under: 'activity', as: { cursor: 'before' } }),
      archive: read('board.archive.list', 'boardId* cursor limit', 'cards', { under: 'cards' }),
      views: read('view.list', 'boardId*', 'views', { under: 'views' }),
      view_cards: read('view.cards', 'viewId* cursor limit', 'cards', { under: 'cards' }),
      me: read('me.get', '', 'me'),
      notifications: read('notification.list', 'unread cursor limit', 'notifications', { under: 'notifications' }),
    },
  },
  board_write: {
    title: 'Change boards',
    description: 'Boards, lists, labels, custom fields; your inbox.',
    reads: false,
    methods: {
      create: write('board.create', 'name* keyPrefix description agentGuidance template', 'board'),
      update: write('board.update', 'boardId* name description agentGuidance archived ifVersion', 'board'),
      copy: write('board.copy', 'boardId* name keyPrefix withCards', 'board'),
      list_create: write('list.create', 'boardId* name* beforeId afterId', 'asIs', amongLists),
      list_update: write('list.update', 'listId* boardId name beforeId afterId archived wipLimit', 'asIs', {
        own: ['boardId'],
        ...amongLists,
      }),
      label_create: write('label.create', 'boardId* name* color*', 'asIs'),
      label_update: write('label.update', 'labelId* boardId name color', 'asIs', { own: ['boardId'] }),
      field_create: write('field.create', 'boardId* name* type* options', 'asIs'),
      field_update: write('field.update', 'fieldId* boardId name options', 'asIs', { own: ['boardId'] }),
      notification_read: write('notification.read', 'notificationId*', 'done'),
      notifications_read: write('notification.readAll', '', 'asIs'),
    },
  },
  card_read: {
    title: 'Read cards',
    description: 'get = everything on a card; attachment = a file of it: image, or text to 1 MiB.',
    reads: true,
    methods: {
      get: read('card.get', 'cardId*', 'card'),
      comments: read('comment.list', 'cardId* since cursor limit', 'comments', { under: 'comments', as: { cursor: 'before' } }),
      activity: read('card.activity', 'cardId* since cursor limit', 'activity', { under: 'activity', as: { cursor: 'before' } }),
      attachment: read('attachment.download', 'attachmentId* cursor', 'asIs', { own: ['cursor'], special: 'file' }),
    },
  },
  card_write: {
    title: 'Change cards',
    description: 'People are assigned, agents delegated. attach takes url or text.',
    reads: false,
    methods: {
      create: write(
        'card.create',
        `listId* title* boardId description ${attributes} labelIds assigneeActorIds beforeId afterId`,
        'written',
        { own: ['boardId'] },
      ),
      update: write(
        'card.update',
        `cardId* title description ${attributes} labelIds assigneeActorIds completed archived ifVersion`,
        'written',
        { own: ['completed'] },
      ),
      move: write('card.update', 'cardId* listId* boardId beforeId afterId ifVersion', 'written', { own: ['boardId'] }),
      copy: write('card.copy', 'cardId* listId boardId title keep beforeId afterId', 'written', { own: ['boardId'] }),
      comment: write('comment.create', 'cardId* body*', 'comment'),
      comment_update: write('comment.update', 'commentId* body*', 'comment'),
      comment_delete: write('comment.delete', 'commentId*', 'done'),
      checklist_add: write('checklist.add', 'cardId* text* assigneeActorId', 'checklistItem'),
      checklist_update: write('checklist.update', 'checklistItemId* done text assigneeActorId beforeId afterId', 'checklistItem', {
        names: { beforeId: null, afterId: null },
      }),
      checklist_remove: write('checklist.remove', 'checklistItemId*', 'done'),
      assign: write('card.assign', 'cardId* actorId*', 'done'),
      unassign: write('card.unassign', 'cardId* actorId*', 'done'),
      delegate: write('delegation.set', 'cardId* agentActorId*', 'delegated'),
      undelegate: write('delegation.clear', 'cardId*', 'done'),
      label: write('card.label', 'cardId* labelId*', 'done'),
      unlabel: write('card.unlabel', 'cardId* labelId*', 'done'),
      field_set: write('card.field.set', 'cardId* fieldId* value*', 'done'),
      field_clear: write('card.field.clear', 'cardId* fieldId*', 'done'),
      relate: write('relation.put', 'cardId* otherCardId* kind*', 'done'),
      unrelate: write('relation.delete', 'cardId* otherCardId* kind', 'done'),
      watch: write('watch.set', 'cardId*', 'done'),
      unwatch: write('watch.clear', 'cardId*', 'done'),
      attach: write('attachment.add', 'cardId* url text name', 'attachment', { own: ['text'], special: 'attach' }),
    },
  },
  session_read: {
    title: 'Read sessions',
    description: 'Agent sessions. poll_events with waitSeconds waits for an answer.',
    reads: true,
    methods: {
      get: read('session.get', 'sessionId*', 'session'),
      poll_events: read('session.events', 'sessionId* since limit waitSeconds', 'events', { own: ['waitSeconds'], special: 'poll' }),
      list_board: read('session.listForBoard', 'boardId* state cursor limit', 'sessions', { under: 'sessions' }),
      list_card: read('session.listForCard', 'cardId* cursor limit', 'sessions', { under: 'sessions' }),
      list_mine: read('session.mine', 'state cursor limit', 'sessions', { under: 'sessions' }),
    },
  },
  session_write: {
    title: 'Work in sessions',
    description: 'Your session on a card: update to working first; progress, ask_human, then complete or fail. Only people answer.',
    reads: false,
    methods: {
      open: write('session.open', 'cardId* agentActorId summary', 'session'),
      update: write('session.post', 'sessionId* state statusText plan externalUrl inputTokens outputTokens costUsd ifState', 'posted', {
        ...op('update'),
        within: { inputTokens: 'usage', outputTokens: 'usage', costUsd: 'usage' },
      }),
      progress: write('session.post', 'sessionId* note* ifState', 'posted', op('progress')),
      log: write('session.post', 'sessionId* payload* ifState', 'posted', op('log')),
      ask_human: write('session.post', 'sessionId* question* options ifState', 'posted', op('ask_human')),
      complete: write('session.post', 'sessionId* summary* ifState', 'posted', op('complete')),
      fail: write('session.post', 'sessionId* reason* ifState', 'posted', op('fail')),
      answer: write('session.answer', 'sessionId* answer* questionEventId', 'posted'),
      stop: write('session.stop', 'sessionId*', 'posted'),
    },
  },
  search: {
    title: 'Search cards',
    description: 'Find cards on all your boards.',
    reads: true,
    flat: true,
    methods: {
      search: read(
        'search.cards',
        'query boardId label everyLabel assignee delegatedTo priority completed blocked sessionState due sort limit cursor',
        'cards',
        { as: { query: 'q' }, under: 'results', special: 'search' },
      ),
    },
  },
  fetch: {
    title: 'Fetch a card',
    description: 'The whole text of a search result.',
    reads: true,
    flat: true,
    methods: { fetch: { operation: 'card.get', takes: 'id*', as: { id: 'cardId' }, shape: 'card', special: 'fetch' } },
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools
export const toolNames = Object.keys(tools) as ToolName[]
