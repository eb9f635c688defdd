import type { RequirementTable } from '../../requirement-table.ts'

/** Each method of a tool, each resource and each prompt of the tool server by its name. */
export const mcpNames = {
  'mcp.tool.my_work': {
    source: 'service §4, decisions §1',
    rule: 'The tool my_work takes its parameters as they are and does what me.work does.',
  },
  'mcp.method.board_read.list': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method list, which takes the parameters of board.list and refuses what that refuses.',
  },
  'mcp.method.board_read.get': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method get, which takes the parameters of board.tree and refuses what that refuses.',
  },
  'mcp.method.board_read.activity': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method activity, which takes the parameters of board.activity and refuses what that refuses.',
  },
  'mcp.method.board_read.archive': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method archive, which takes the parameters of board.archive.list and refuses what that refuses.',
  },
  'mcp.method.board_read.views': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method views, which takes the parameters of view.list and refuses what that refuses.',
  },
  'mcp.method.board_read.view_cards': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method view_cards, which takes the parameters of view.cards and refuses what that refuses.',
  },
  'mcp.method.board_read.waits': {
    source: 'beyond §4',
    rule: 'The tool board_read has the method waits, which takes the parameters of wait.list and refuses what that refuses.',
  },
  'mcp.method.board_read.me': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method me, which takes the parameters of me.get and refuses what that refuses.',
  },
  'mcp.method.board_read.notifications': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_read has the method notifications, which takes the parameters of notification.list and refuses what that refuses.',
  },
  'mcp.method.board_write.create': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method create, which takes the parameters of board.create and refuses what that refuses.',
  },
  'mcp.method.board_write.update': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method update, which takes the parameters of board.update and refuses what that refuses.',
  },
  'mcp.method.board_write.copy': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method copy, which takes the parameters of board.copy and refuses what that refuses.',
  },
  'mcp.method.board_write.list_create': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method list_create, which takes the parameters of list.create and refuses what that refuses.',
  },
  'mcp.method.board_write.list_update': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method list_update, which takes the parameters of list.update and refuses what that refuses.',
  },
  'mcp.method.board_write.label_create': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method label_create, which takes the parameters of label.create and refuses what that refuses.',
  },
  'mcp.method.board_write.label_update': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method label_update, which takes the parameters of label.update and refuses what that refuses.',
  },
  'mcp.method.board_write.field_create': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method field_create, which takes the parameters of field.create and refuses what that refuses.',
  },
  'mcp.method.board_write.field_update': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method field_update, which takes the parameters of field.update and refuses what that refuses.',
  },
  'mcp.method.board_write.notification_read': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method notification_read, which takes the parameters of notification.read and refuses what that refuses.',
  },
  'mcp.method.board_write.notifications_read': {
    source: 'service §4, decisions §1',
    rule: 'The tool board_write has the method notifications_read, which takes the parameters of notification.readAll and refuses what that refuses.',
  },
  'mcp.method.card_read.get': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_read has the method get, which takes the parameters of card.get and refuses what that refuses.',
  },
  'mcp.method.card_read.comments': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_read has the method comments, which takes the parameters of comment.list and refuses what that refuses.',
  },
  'mcp.method.card_read.children': {
    source: 'beyond §4',
    rule: 'The tool card_read has the method children, which takes the parameters of card.children and refuses what that refuses.',
  },
  'mcp.method.card_read.activity': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_read has the method activity, which takes the parameters of card.activity and refuses what that refuses.',
  },
  'mcp.method.card_read.attachment': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_read has the method attachment, which takes the parameters of attachment.download and refuses what that refuses.',
  },
  'mcp.method.card_write.create': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method create, which takes the parameters of card.create and refuses what that refuses.',
  },
  'mcp.method.card_write.update': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method update, which takes the parameters of card.update and refuses what that refuses.',
  },
  'mcp.method.card_write.move': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method move, which takes the parameters of card.update and refuses what that refuses.',
  },
  'mcp.method.card_write.copy': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method copy, which takes the parameters of card.copy and refuses what that refuses.',
  },
  'mcp.method.card_write.comment': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method comment, which takes the parameters of comment.create and refuses what that refuses.',
  },
  'mcp.method.card_write.comment_update': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method comment_update, which takes the parameters of comment.update and refuses what that refuses.',
  },
  'mcp.method.card_write.comment_delete': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method comment_delete, which takes the parameters of comment.delete and refuses what that refuses.',
  },
  'mcp.method.card_write.split': {
    source: 'beyond §4',
    rule: 'The tool card_write has the method split, which takes cardId, titles or title, and description of card.addChildren and refuses what that refuses.',
  },
  'mcp.method.card_write.checklist_add': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method checklist_add, which takes the parameters of checklist.add and refuses what that refuses.',
  },
  'mcp.method.card_write.checklist_update': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method checklist_update, which takes the parameters of checklist.update and refuses what that refuses.',
  },
  'mcp.method.card_write.checklist_tick': {
    source: 'beyond §2',
    rule: 'The tool card_write has the method checklist_tick, which takes the parameters of checklist.tick and refuses what that refuses.',
  },
  'mcp.method.card_write.checklist_remove': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method checklist_remove, which takes the parameters of checklist.remove and refuses what that refuses.',
  },
  'mcp.method.card_write.assign': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method assign, which takes the parameters of card.assign and refuses what that refuses.',
  },
  'mcp.method.card_write.unassign': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method unassign, which takes the parameters of card.unassign and refuses what that refuses.',
  },
  'mcp.method.card_write.delegate': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method delegate, which takes the parameters of delegation.set and refuses what that refuses.',
  },
  'mcp.method.card_write.undelegate': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method undelegate, which takes the parameters of delegation.clear and refuses what that refuses.',
  },
  'mcp.method.card_write.label': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method label, which takes the parameters of card.label and refuses what that refuses.',
  },
  'mcp.method.card_write.unlabel': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method unlabel, which takes the parameters of card.unlabel and refuses what that refuses.',
  },
  'mcp.method.card_write.field_set': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method field_set, which takes the parameters of card.field.set and refuses what that refuses.',
  },
  'mcp.method.card_write.field_clear': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method field_clear, which takes the parameters of card.field.clear and refuses what that refuses.',
  },
  'mcp.method.card_write.relate': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method relate, which takes the parameters of relation.put and refuses what that refuses.',
  },
  'mcp.method.card_write.unrelate': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method unrelate, which takes the parameters of relation.delete and refuses what that refuses.',
  },
  'mcp.method.card_write.watch': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method watch, which takes the parameters of watch.set and refuses what that refuses.',
  },
  'mcp.method.card_write.unwatch': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method unwatch, which takes the parameters of watch.clear and refuses what that refuses.',
  },
  'mcp.method.card_write.attach': {
    source: 'service §4, decisions §1',
    rule: 'The tool card_write has the method attach, which takes the parameters of attachment.add and refuses what that refuses.',
  },
  'mcp.method.session_read.get': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_read has the method get, which takes the parameters of session.get and refuses what that refuses.',
  },
  'mcp.method.session_read.poll_events': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_read has the method poll_events, which takes the parameters of session.events and refuses what that refuses.',
  },
  'mcp.method.session_read.list_board': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_read has the method list_board, which takes the parameters of session.listForBoard and refuses what that refuses.',
  },
  'mcp.method.session_read.list_card': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_read has the method list_card, which takes the parameters of session.listForCard and refuses what that refuses.',
  },
  'mcp.method.session_read.list_mine': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_read has the method list_mine, which takes the parameters of session.mine and refuses what that refuses.',
  },
  'mcp.method.session_write.open': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method open, which takes the parameters of session.open and refuses what that refuses.',
  },
  'mcp.method.session_write.update': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method update, which takes the parameters of session.post and refuses what that refuses.',
  },
  'mcp.method.session_write.progress': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method progress, which takes the parameters of session.post and refuses what that refuses.',
  },
  'mcp.method.session_write.log': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method log, which takes the parameters of session.post and refuses what that refuses.',
  },
  'mcp.method.session_write.ask_human': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method ask_human, which takes the parameters of session.post and refuses what that refuses.',
  },
  'mcp.method.session_write.complete': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method complete, which takes the parameters of session.post and refuses what that refuses.',
  },
  'mcp.method.session_write.fail': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method fail, which takes the parameters of session.post and refuses what that refuses.',
  },
  'mcp.heartbeat': {
    source: 'beyond §3',
    rule: 'session_write heartbeat answers when the lease expires, with a stop and the news. A claim says what extends its lease.',
  },
  'mcp.method.session_write.heartbeat': {
    source: 'beyond §3',
    rule: 'The tool session_write has the method heartbeat, which takes the parameters of session.heartbeat and refuses what that refuses.',
  },
  'mcp.method.my_work.claim_next': {
    source: 'beyond §3',
    rule: 'The tool my_work has the method claim_next, which takes the parameters of work.claim and refuses what that refuses.',
  },
  'mcp.method.session_write.answer': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method answer, which takes the parameters of session.answer and refuses what that refuses.',
  },
  'mcp.method.session_write.stop': {
    source: 'service §4, decisions §1',
    rule: 'The tool session_write has the method stop, which takes the parameters of session.stop and refuses what that refuses.',
  },
  'mcp.tool.search': {
    source: 'service §4, decisions §1',
    rule: 'The tool search takes its parameters as they are and does what search.cards does.',
  },
  'mcp.tool.fetch': {
    source: 'service §4, decisions §1',
    rule: 'The tool fetch takes its parameters as they are and does what card.get does.',
  },
  'mcp.resource.board': {
    source: 'service §4, decisions §1',
    rule: 'The resource board://{boardId} is listed as a template and answers what the tool reads.',
  },
  'mcp.resource.card': {
    source: 'service §4, decisions §1',
    rule: 'The resource card://{key} is listed as a template and answers what the tool reads.',
  },
  'mcp.resource.session': {
    source: 'service §4, decisions §1',
    rule: 'The resource session://{sessionId} is listed as a template and answers what the tool reads.',
  },
  'mcp.resource.me': { source: 'service §4, decisions §1', rule: 'The resource me://work is listed and answers what my_work answers.' },
  'mcp.prompt.work_on_card': {
    source: 'service §4, decisions §1',
    rule: 'The prompt work_on_card is listed with its argument key and brings along the resource that it is about.',
  },
  'mcp.prompt.triage_board': {
    source: 'service §4, decisions §1',
    rule: 'The prompt triage_board is listed with its argument board and brings along the resource that it is about.',
  },
  'mcp.prompt.standup': {
    source: 'service §4, decisions §1',
    rule: 'The prompt standup is listed with its argument board and brings along the resource that it is about.',
  },
} as const satisfies RequirementTable
