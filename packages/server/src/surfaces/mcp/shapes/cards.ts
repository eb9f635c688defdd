import type { Attachment, Card, CardRecord, CardSummary, ChecklistItem, Comment, Session, WorkCard } from '@tandem/contract'
import type { Book } from '../books.ts'
import { sessionShape } from './sessions.ts'
import { trimmed } from './trimmed.ts'

/** Cards as agents read them: keys, names and counts in place of ids. What people wrote stands in fields of its own, beside its author. */
const [latestComments, latestSessions] = [10, 3]

export function cardLine(card: CardSummary, book: Book) {
  const { done, total } = card.checklist
  return trimmed({
    ...{ key: card.key, title: card.title, list: book.list(card.listId) },
    priority: card.priority === 'none' ? null : card.priority,
    ...{ startAt: card.startAt, dueAt: card.dueAt, completedAt: card.completedAt, archivedAt: card.archivedAt },
    labels: card.labelIds.map(book.label),
    assignees: card.assigneeActorIds.map((id) => book.who(id).handle),
    delegatedTo: card.delegation && book.who(card.delegation.agentActorId).handle,
    blocked: card.blocked,
    checklist: total > 0 ? `${done}/${total}` : null,
    ...{ comments: card.commentCount, attachments: card.attachmentCount },
    session: card.session && trimmed({ sessionId: card.session.id, ...card.session, id: null }),
  })
}

export const workCard = (card: WorkCard, book: Book) => ({ ...cardLine(card, book), board: card.boardName })

/** The answer to a write: the new state in one line. */
export const writtenCard = (card: CardRecord, book: Book) => ({ id: card.id, ...cardLine(card, book), version: card.version })

export function cardDetail(card: Card, book: Book) {
  return {
    card: {
      // The counts of a line say less than what follows.
      ...{ id: card.id, ...cardLine(card, book), checklist: undefined, session: undefined, comments: undefined, attachments: undefined },
      ...{ description: card.description, createdBy: book.who(card.createdBy), createdAt: card.createdAt, version: card.version },
      ...trimmed({
        checklistItems: card.checklistItems.map((item) => checklistItemShape(item, book)),
        comments: card.comments.slice(-latestComments).map((comment) => commentShape(comment, book)),
        earlierComments: Math.max(0, card.commentCount - latestComments),
        attachments: card.attachments.map((attachment) => attachmentShape(attachment, book)),
        links: card.links.map(({ system, externalId, url, title, state }) => trimmed({ system, externalId, url, title, state })),
        fields: card.fieldValues.map(({ fieldId, value }) => ({ field: book.field(fieldId), value })),
        relations: card.relations.map((relation) =>
          trimmed({
            ...{ kind: relation.kind, direction: relation.direction, key: relation.card.key, title: relation.card.title },
            completedAt: relation.card.completedAt,
          }),
        ),
        sessions: latest(card.sessions).map((session) => sessionShape(session, book)),
      }),
    },
  }
}

/** The live ones, and the newest that have ended. */
const latest = (sessions: readonly Session[]) => sessions.filter(({ endedAt }, index) => endedAt === null || index < latestSessions)

export function commentShape(comment: Comment, book: Book) {
  const { handle, kind } = book.who(comment.actorId)
  return trimmed({
    ...{ id: comment.id, author: handle, kind, body: comment.body, createdAt: comment.createdAt },
    ...{ editedAt: comment.editedAt, deletedAt: comment.deletedAt, sessionId: comment.sessionId },
    imported: comment.imported,
  })
}

export const checklistItemShape = (item: ChecklistItem, book: Book) => ({
  ...{ id: item.id, text: item.text, done: item.done },
  ...trimmed({ assignee: item.assigneeActorId && book.who(item.assigneeActorId).handle }),
})

export function attachmentShape(attachment: Attachment, book: Book) {
  const { id, kind, name, contentType, sizeBytes } = attachment
  const url = kind === 'link' ? attachment.url : null
  return trimmed({ id, name, contentType, sizeBytes, url, by: book.who(attachment.createdByActorId) })
}
