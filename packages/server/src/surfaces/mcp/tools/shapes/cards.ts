import {
  type AgentCall,
  type Attachment,
  type Card,
  type CardRecord,
  type CardReview,
  type CardSummary,
  type ChecklistItem,
  type Comment,
  type Delegation,
  type EntityLink,
  eachAttribute,
  noAttributes,
  type Session,
  type WorkCard,
  type WrittenComment,
} from '@tandem/contract'
import type { NameDirectory } from '../../name-directory.ts'
import { sessionShape } from './sessions.ts'
import { trimmed } from './trimmed.ts'

/**
 * Cards in the shape for agents: names and counts in place of most ids. Texts by people are in fields of their own, beside their authors.
 */
const [latestComments, latestSessions] = [10, 3]

export function cardLine(card: CardSummary, directory: NameDirectory) {
  return {
    id: card.id,
    key: card.key,
    number: card.number,
    title: card.title,
    ...(card.external && { external: true }),
    // Null says that no agent has the card: the field is there on every card.
    delegation: delegationShape(card.delegation, directory),
    ...restOfLine(card, directory),
  }
}

/** Under the name that it has in REST; `detail: "detailed"` also shows who delegated it, and when. */
export const delegationShape = (delegation: Delegation | null, directory: NameDirectory) =>
  delegation && { agentActorId: delegation.agentActorId, agent: directory.who(delegation.agentActorId).handle }

function restOfLine(card: CardSummary, directory: NameDirectory) {
  const { done, total } = card.checklist
  return trimmed({
    list: directory.list(card.listId),
    ...eachAttribute((name) => (card[name] === noAttributes[name] ? null : card[name])),
    completedAt: card.completedAt,
    archivedAt: card.archivedAt,
    labels: card.labelIds.map(directory.label),
    assignees: card.assigneeActorIds.map((id) => directory.who(id).handle),
    blocked: card.blocked,
    subCards: card.progress.total > 0 ? `${card.progress.done}/${card.progress.total}` : null,
    checklist: total > 0 ? `${done}/${total}` : null,
    comments: card.commentCount,
    attachments: card.attachmentCount,
    review: card.review && reviewShape(card.review, directory),
    session: card.session && trimmed({ sessionId: card.session.id, ...card.session, id: null }),
  })
}

const reviewShape = ({ state, since, sessionId, agentActorId }: CardReview, directory: NameDirectory) => ({
  state,
  since,
  sessionId,
  agent: directory.who(agentActorId).handle,
})

export const workCard = (card: WorkCard, directory: NameDirectory) => ({
  ...cardLine(card, directory),
  board: card.boardName,
  boardId: card.boardId,
})

/** The answer to a write: the new state in one line. */
export const writtenCard = (card: CardRecord, directory: NameDirectory) => ({ ...cardLine(card, directory), version: card.version })

export function cardDetail(card: Card, directory: NameDirectory) {
  return {
    card: {
      // The fields below replace the counts of the line.
      ...cardLine(card, directory),
      checklist: undefined,
      session: undefined,
      comments: undefined,
      attachments: undefined,
      description: card.description,
      createdBy: directory.who(card.createdBy),
      author: { ...directory.who(card.author.actorId), role: card.author.role },
      createdAt: card.createdAt,
      version: card.version,
      ...trimmed({
        checklistItems: card.checklistItems.map((item) => checklistItemShape(item, directory)),
        comments: card.comments.slice(-latestComments).map((comment) => commentShape(comment, directory)),
        earlierComments: Math.max(0, card.commentCount - latestComments),
        attachments: card.attachments.map((attachment) => attachmentShape(attachment, directory)),
        links: card.links.map(linkShape),
        fields: card.fieldValues.map(({ fieldId, value, author }) => ({
          field: directory.field(fieldId),
          value,
          author: directory.who(author.actorId).handle,
          role: author.role,
        })),
        relations: card.relations.map((relation) =>
          trimmed({
            kind: relation.kind,
            direction: relation.direction,
            key: relation.card.key,
            title: relation.card.title,
            external: relation.card.external,
            completedAt: relation.card.completedAt,
          }),
        ),
        sessions: latest(card.sessions).map((session) => sessionShape(session, directory)),
      }),
    },
  }
}

/** Only integrations put links, and the titles are written elsewhere, for example by the author of a pull request. */
const linkShape = ({ system, externalId, url, title, state }: EntityLink) =>
  trimmed({ system, externalId, url, title, state, role: 'external' })

/** The live ones, and the newest that have ended. */
const latest = (sessions: readonly Session[]) => sessions.filter(({ endedAt }, index) => endedAt === null || index < latestSessions)

export function commentShape(comment: Comment & Pick<WrittenComment, 'calls'>, directory: NameDirectory) {
  const { handle, kind } = directory.who(comment.actorId)
  return trimmed({
    id: comment.id,
    author: handle,
    kind,
    role: comment.author.role,
    body: comment.body,
    createdAt: comment.createdAt,
    editedAt: comment.editedAt,
    deletedAt: comment.deletedAt,
    sessionId: comment.sessionId,
    imported: comment.imported,
    reactions: comment.reactions?.map(({ emoji, actorIds }) => ({ emoji, by: actorIds.map((id) => directory.who(id).handle) })),
    calls: comment.calls?.map(callShape),
  })
}

/** Whether the mention of an agent started it. `opened` is shown even when false, because the author would not expect that. */
const callShape = ({ handle, opened, sessionId, because, message, reason, params }: AgentCall) => ({
  handle,
  opened,
  ...trimmed({ sessionId, because, message, reason, params }),
})

export const checklistItemShape = (item: ChecklistItem, directory: NameDirectory) => ({
  id: item.id,
  text: item.text,
  author: directory.who(item.author.actorId).handle,
  role: item.author.role,
  done: item.done,
  ...trimmed({ assignee: item.assigneeActorId && directory.who(item.assigneeActorId).handle }),
})

export function attachmentShape(attachment: Attachment, directory: NameDirectory) {
  const { id, kind, name, contentType, sizeBytes, author } = attachment
  const url = kind === 'link' ? attachment.url : null
  return trimmed({ id, name, contentType, sizeBytes, url, by: { ...directory.who(author.actorId), role: author.role } })
}
