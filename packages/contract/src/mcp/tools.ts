import { attributeNames, cardAttributes, searchedAttributes } from '../card-attributes.ts'
import type { Method, Takes, Tool } from './binding.ts'

/**
 * The tools of the MCP surface: methods over operations of the catalogue, without logic of their own. Specification: service §4, decisions
 * §1. Reading and writing are separate tools, so that the hints which clients rely on are true.
 */
const read = (operation: Method['operation'], takes: Takes, shape: Method['shape'], more: Partial<Method> = {}): Method => ({
  operation,
  takes: { ...takes, optional: [...(takes.optional ?? []), 'detail'] },
  shape,
  ...more,
})
const write = (operation: Method['operation'], takes: Takes, shape: Method['shape'], more: Partial<Method> = {}): Method => ({
  operation,
  takes: { ...takes, optional: [...(takes.optional ?? []), 'clientMutationId', 'dryRun'] },
  shape,
  ...more,
})
/** An act on a board. Specification: beyond §7 (undo a session). */
const act = (operation: Method['operation'], takes: Takes, shape: Method['shape'], more: Partial<Method> = {}): Method =>
  write(operation, { ...takes, optional: [...(takes.optional ?? []), 'sessionId', 'generation'] }, shape, { ...more, inSession: true })
/** Neighbours of a list are lists. */
const amongLists = { names: { beforeId: 'list', afterId: 'list' } } as const
const op = (name: string) => ({ always: { op: name } })

export const tools = {
  my_work: {
    title: 'My work',
    description:
      'Call this first: your cards, your sessions with the call to make next, questions for you, unread notifications. claim_next takes a queued session, or the next card of a queue.',
    reads: true,
    flat: true,
    methods: {
      get: read('me.work', { optional: ['limit', 'newsCursor'] }, 'work'),
      claim_next: write(
        'work.claim',
        { optional: ['boardId', 'listId', 'sessionId', 'newsCursor', 'leaseSeconds', 'waitSeconds'] },
        'claimed',
        { writes: true },
      ),
    },
  },
  board_read: {
    title: 'Read boards',
    description:
      'Reads boards. get gives lists, cards, labels, fields and members. waits shows open questions and blocked work. me says who you are.',
    reads: true,
    methods: {
      list: read('board.list', { optional: ['archived'] }, 'boards', { under: 'boards' }),
      get: read('board.tree', { required: ['boardId'], optional: ['archived', 'limit'] }, 'tree', { own: ['limit'] }),
      activity: read('board.activity', { required: ['boardId'], optional: ['since', 'cursor', 'limit'] }, 'activity', {
        under: 'activity',
        as: { cursor: 'before' },
      }),
      archive: read('board.archive.list', { required: ['boardId'], optional: ['cursor', 'limit'] }, 'cards', { under: 'cards' }),
      views: read('view.list', { required: ['boardId'] }, 'views', { under: 'views' }),
      view_cards: read('view.cards', { required: ['viewId'], optional: ['cursor', 'limit'] }, 'cards', { under: 'cards' }),
      waits: read('wait.list', { optional: ['boardId', 'limit'] }, 'waits'),
      me: read('me.get', {}, 'me'),
      notifications: read('notification.list', { optional: ['unread', 'cursor', 'limit'] }, 'notifications', { under: 'notifications' }),
    },
  },
  board_write: {
    title: 'Change boards',
    description: 'Creates and changes boards, lists, labels and fields; marks notifications as read.',
    reads: false,
    methods: {
      create: write('board.create', { required: ['name'], optional: ['keyPrefix', 'description', 'agentGuidance', 'template'] }, 'board'),
      update: act(
        'board.update',
        {
          required: ['boardId'],
          optional: ['name', 'description', 'agentGuidance', 'archived', 'maxAgentSessions', 'completeParents', 'ifVersion'],
        },
        'board',
      ),
      copy: write('board.copy', { required: ['boardId'], optional: ['name', 'keyPrefix', 'withCards'] }, 'board'),
      list_create: act(
        'list.create',
        { required: ['boardId', 'name'], optional: ['beforeId', 'afterId', 'category', 'acceptance'] },
        'asIs',
        amongLists,
      ),
      list_update: act(
        'list.update',
        {
          required: ['listId'],
          optional: [
            'boardId',
            'name',
            'beforeId',
            'afterId',
            'archived',
            'wipLimit',
            'wipPolicy',
            'queue',
            'category',
            'acceptance',
            'color',
          ],
        },
        'asIs',
        {
          own: ['boardId', 'queue'],
          ...amongLists,
        },
      ),
      label_create: act('label.create', { required: ['boardId', 'name', 'color'] }, 'asIs'),
      label_update: act('label.update', { required: ['labelId'], optional: ['boardId', 'name', 'color'] }, 'asIs', { own: ['boardId'] }),
      field_create: act('field.create', { required: ['boardId', 'name', 'type'], optional: ['options'] }, 'asIs'),
      field_update: act('field.update', { required: ['fieldId'], optional: ['boardId', 'name', 'options'] }, 'asIs', {
        own: ['boardId'],
      }),
      notification_read: write('notification.read', { required: ['notificationId'] }, 'done'),
      notifications_read: write('notification.readAll', {}, 'asIs'),
    },
  },
  card_read: {
    title: 'Read cards',
    description: 'Reads cards. get gives the whole card, attachment one of its files: an image, or text up to 1 MiB.',
    reads: true,
    methods: {
      get: read('card.get', { required: ['cardId'] }, 'card'),
      comments: read('comment.list', { required: ['cardId'], optional: ['since', 'cursor', 'limit'] }, 'comments', {
        under: 'comments',
        as: { cursor: 'before' },
      }),
      children: read('card.children', { required: ['cardId'] }, 'cards', { under: 'cards' }),
      activity: read('card.activity', { required: ['cardId'], optional: ['since', 'cursor', 'limit'] }, 'activity', {
        under: 'activity',
        as: { cursor: 'before' },
      }),
      attachment: read('attachment.download', { required: ['attachmentId'], optional: ['cursor'] }, 'asIs', {
        own: ['cursor'],
        special: 'file',
      }),
    },
  },
  card_write: {
    title: 'Change cards',
    description:
      'Creates, changes, moves and copies cards, comments on them, checks off checklists, assigns people, delegates to agents. attach takes a url or a text.',
    reads: false,
    methods: {
      create: act(
        'card.create',
        {
          required: ['listId', 'title'],
          optional: ['boardId', 'description', ...attributeNames, 'labelIds', 'assigneeActorIds', 'beforeId', 'afterId'],
        },
        'written',
        { own: ['boardId'] },
      ),
      update: act(
        'card.update',
        {
          required: ['cardId'],
          optional: [
            'title',
            'description',
            ...attributeNames,
            'labelIds',
            'assigneeActorIds',
            'completed',
            'archived',
            'coverAttachmentId',
            'ifVersion',
            'ifDescription',
          ],
        },
        'written',
        { own: ['completed'] },
      ),
      move: act('card.update', { required: ['cardId', 'listId'], optional: ['boardId', 'beforeId', 'afterId', 'ifVersion'] }, 'written', {
        own: ['boardId'],
      }),
      copy: act('card.copy', { required: ['cardId'], optional: ['listId', 'boardId', 'title', 'keep', 'beforeId', 'afterId'] }, 'written', {
        own: ['boardId'],
      }),
      split: act('card.addChildren', { required: ['cardId'], optional: ['titles', 'title', 'description'] }, 'children'),
      comment: act('comment.create', { required: ['cardId', 'body'] }, 'comment'),
      comment_update: act('comment.update', { required: ['commentId', 'body'] }, 'comment'),
      comment_delete: act('comment.delete', { required: ['commentId'] }, 'done'),
      checklist_add: act('checklist.add', { required: ['cardId', 'text'], optional: ['assigneeActorId'] }, 'checklistItem'),
      checklist_update: act(
        'checklist.update',
        { required: ['checklistItemId'], optional: ['done', 'text', 'assigneeActorId', 'beforeId', 'afterId'] },
        'checklistItem',
        {
          names: { beforeId: null, afterId: null },
          several: { param: 'checklistItemIds', method: 'checklist_tick' },
        },
      ),
      checklist_tick: act('checklist.tick', { required: ['cardId', 'checklistItemIds', 'done'] }, 'checklistItems'),
      checklist_remove: act('checklist.remove', { required: ['checklistItemId'] }, 'done'),
      assign: act('card.assign', { required: ['cardId', 'actorId'] }, 'done'),
      unassign: act('card.unassign', { required: ['cardId', 'actorId'] }, 'done'),
      delegate: act('delegation.set', { required: ['cardId', 'agentActorId'] }, 'delegated'),
      undelegate: act('delegation.clear', { required: ['cardId'] }, 'done'),
      label: act('card.label', { required: ['cardId', 'labelId'] }, 'done'),
      unlabel: act('card.unlabel', { required: ['cardId', 'labelId'] }, 'done'),
      field_set: act('card.field.set', { required: ['cardId', 'fieldId', 'value'] }, 'done'),
      field_clear: act('card.field.clear', { required: ['cardId', 'fieldId'] }, 'done'),
      relate: act('relation.put', { required: ['cardId', 'otherCardId', 'kind'] }, 'done'),
      unrelate: act('relation.delete', { required: ['cardId', 'otherCardId'], optional: ['kind'] }, 'done'),
      watch: act('watch.set', { required: ['cardId'] }, 'done'),
      unwatch: act('watch.clear', { required: ['cardId'] }, 'done'),
      attach: act('attachment.add', { required: ['cardId'], optional: ['url', 'text', 'name'] }, 'attachment', {
        own: ['text'],
        special: 'attach',
      }),
    },
  },
  session_read: {
    title: 'Read sessions',
    description: 'Reads agent sessions. poll_events with waitSeconds waits for what comes next, such as an answer.',
    reads: true,
    methods: {
      get: read('session.get', { required: ['sessionId'] }, 'session'),
      poll_events: read(
        'session.events',
        { required: ['sessionId'], optional: ['since', 'limit', 'waitSeconds', 'generation'] },
        'events',
        {
          own: ['waitSeconds', 'generation'],
          special: 'poll',
        },
      ),
      list_board: read('session.listForBoard', { required: ['boardId'], optional: ['state', 'cursor', 'limit'] }, 'sessions', {
        under: 'sessions',
      }),
      list_card: read('session.listForCard', { required: ['cardId'], optional: ['cursor', 'limit'] }, 'sessions', { under: 'sessions' }),
      list_mine: read('session.mine', { optional: ['state', 'cursor', 'limit'] }, 'sessions', { under: 'sessions' }),
    },
  },
  session_write: {
    title: 'Work in sessions',
    description:
      'Reports from your session: progress, ask_human, at the end complete or fail. my_work claim_next starts it. Only people answer and stop.',
    reads: false,
    methods: {
      open: write('session.open', { required: ['cardId'], optional: ['agentActorId', 'summary'] }, 'opened'),
      update: write(
        'session.post',
        {
          required: ['sessionId'],
          optional: [
            'state',
            'statusText',
            'plan',
            'externalUrl',
            'inputTokens',
            'outputTokens',
            'costUsd',
            'newsCursor',
            'generation',
            'ifState',
          ],
        },
        'posted',
        {
          ...op('update'),
          within: { inputTokens: 'usage', outputTokens: 'usage', costUsd: 'usage' },
        },
      ),
      progress: write(
        'session.post',
        { required: ['sessionId', 'note'], optional: ['newsCursor', 'generation', 'ifState'] },
        'noted',
        op('progress'),
      ),
      log: write(
        'session.post',
        { required: ['sessionId', 'payload'], optional: ['newsCursor', 'generation', 'ifState'] },
        'noted',
        op('log'),
      ),
      ask_human: write(
        'session.post',
        {
          required: ['sessionId'],
          optional: [
            'question',
            'options',
            'kind',
            'questions',
            'expiresInMinutes',
            'defaultOption',
            'onlyIfNew',
            'newsCursor',
            'generation',
            'ifState',
          ],
        },
        'posted',
        op('ask_human'),
      ),
      complete: write(
        'session.post',
        { required: ['sessionId', 'summary'], optional: ['newsCursor', 'generation', 'ifState'] },
        'posted',
        op('complete'),
      ),
      fail: write(
        'session.post',
        { required: ['sessionId', 'reason'], optional: ['newsCursor', 'generation', 'ifState'] },
        'posted',
        op('fail'),
      ),
      heartbeat: write('session.heartbeat', { required: ['sessionId', 'generation'], optional: ['newsCursor'] }, 'noted'),
      answer: write('session.answer', { required: ['sessionId'], optional: ['answer', 'answers', 'note', 'questionEventId'] }, 'posted'),
      stop: write('session.stop', { required: ['sessionId'] }, 'posted'),
    },
  },
  search: {
    title: 'Search cards',
    description: 'Finds cards on your boards.',
    reads: true,
    flat: true,
    methods: {
      search: read(
        'search.cards',
        {
          optional: [
            'query',
            'boardId',
            'label',
            'everyLabel',
            'assignee',
            'delegatedTo',
            ...searchedAttributes.map((name) => cardAttributes[name].search),
            'completed',
            'blocked',
            'sessionState',
            'sort',
            'limit',
            'cursor',
          ],
        },
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
    methods: { fetch: { operation: 'card.get', takes: { required: ['id'] }, as: { id: 'cardId' }, shape: 'card', special: 'fetch' } },
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools
export const toolNames = Object.keys(tools) as ToolName[]
