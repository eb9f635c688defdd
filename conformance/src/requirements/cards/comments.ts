import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §4 and decisions.md §3: comments. */
export const comments = {
  'comment.create.answer': { source: 'service §4', rule: 'POST /api/cards/:id/comments answers 201 with the created comment.' },
  'comment.record.shape': {
    source: 'decisions §3',
    rule: 'A comment carries id, cardId, actorId, body, sessionId, createdAt, editedAt and deletedAt.',
  },
  'comment.list.since-limit': { source: 'decisions §3', rule: 'GET /api/cards/:id/comments takes since and limit.' },
  'comment.edit.author': { source: 'decisions §3', rule: 'The author can edit a comment, which then carries editedAt.' },
  'comment.edit.author-only': { source: 'decisions §3', rule: 'Anybody else, board admins included, gets 403 on editing a comment.' },
  'comment.delete.author': { source: 'decisions §3', rule: 'The author can delete a comment.' },
  'comment.delete.admin': { source: 'decisions §3', rule: 'A board admin can delete the comment of somebody else.' },
  'comment.delete.others': { source: 'decisions §3', rule: 'A member who is neither author nor admin gets 403 on deleting a comment.' },
  'comment.reaction.own': {
    source: 'beyond §10',
    rule: 'PUT /api/comments/:id/reactions puts an emoji of the caller under a comment and DELETE takes it off; each a second time changes nothing.',
  },
  'comment.reaction.shown': {
    source: 'beyond §10',
    rule: 'A comment that has reactions carries them in reactions, each kind with the actors in their order, wherever it is read.',
  },
  'comment.reaction.refused': {
    source: 'beyond §10',
    rule: 'Viewers get 403, strangers and deleted comments 404, and what is not one emoji of at most 32 bytes 400.',
  },
  'comment.reaction.bounds': {
    source: 'beyond §10',
    rule: 'A comment takes 20 kinds of emoji, and 200 actors of each: the next is refused with 409, of two at once one.',
  },
  'comment.reaction.kept': {
    source: 'beyond §10',
    rule: 'Reactions move with their card and end with their comment; an import leaves them out and says so.',
  },
  'comment.session.stamped': {
    source: 'service §6',
    rule: 'A comment by an agent with an open session on the card carries the id of that session.',
  },
  'comment.session.null': {
    source: 'decisions §3',
    rule: 'A comment by a human, or by an agent without an open session on the card, has sessionId null.',
  },
} as const satisfies RequirementTable
