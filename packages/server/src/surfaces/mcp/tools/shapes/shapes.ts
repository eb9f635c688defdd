import type {
  Activity,
  Board,
  BoardTree,
  Card,
  CardRecord,
  CardSummary,
  ChecklistItem,
  Comment,
  Delegation,
  Me,
  Notification,
  SearchHit,
  Session,
  SessionEvent,
} from '@tandem/contract'
import type { Shape } from '@tandem/contract/mcp'
import { type NameDirectory, nameDirectoryOf } from '../../name-directory.ts'
import type { RequestContext } from '../../request-context.ts'
import { activityShape, boardLine, boardShape, keysOf, notificationShape, treeShape } from './boards.ts'
import { attachmentShape, cardDetail, cardLine, checklistItemShape, commentShape, delegationShape, writtenCard } from './cards.ts'
import { claimShape } from './claims.ts'
import { guidanceWith } from './guidance.ts'
import { openedShape } from './opened.ts'
import { eventShape, type Noted, notedShape, type Posted, postedShape, sessionShape } from './sessions.ts'
import { waitsShape } from './waits.ts'
import { workShape } from './work.ts'

/** Finds the board of a row that does not name it, which may take a read. */
export type About = { boardId(): Promise<string | null>; limit?: number | undefined }
type Shaper<T> = (body: T, context: RequestContext, about: About) => unknown

/** The concise shapes by name, each with the function that makes it from the operation's answer. */
const shapers: { [S in Shape]: Shaper<never> } = {
  asIs: (body: unknown) => body,
  claimed: claimShape,
  done: () => ({ done: true }),
  work: workShape,
  boards: (boards: readonly Board[]) => boards.map(boardLine),
  board: boardShape,
  tree: (tree: BoardTree, _context: RequestContext, { limit = 25 }: About) => treeShape(tree, nameDirectoryOf(tree), limit),
  cards: async (cards: readonly (CardSummary & Partial<SearchHit>)[], context: RequestContext, { boardId }: About) =>
    each(
      cards,
      context,
      ({ snippet, snippetExternal, boardName, ...card }, directory) => ({
        ...cardLine(card, directory),
        ...(boardName !== undefined && { board: boardName }),
        ...(snippet && { snippet, ...(snippetExternal && { snippetExternal }) }),
      }),
      await boardId(),
    ),
  card: cardWithGuidance,
  written: async (card: CardRecord, context: RequestContext) => writtenCard(card, await context.directory(card.boardId)),
  children: async (made: CardRecord | { children: readonly CardRecord[] }, context: RequestContext) => ({
    children: await each('children' in made ? made.children : [made], context, writtenCard),
  }),
  comments: withNames((comments: readonly Comment[], directory) => comments.map((comment) => commentShape(comment, directory))),
  comment: withNames(commentShape),
  checklistItem: withNames(checklistItemShape),
  checklistItems: withNames(({ checklistItems }: { checklistItems: readonly ChecklistItem[] }, directory) => ({
    checklistItems: checklistItems.map((item) => checklistItemShape(item, directory)),
  })),
  attachment: withNames(attachmentShape),
  activity: async (rows: readonly Activity[], context: RequestContext, about: About) => {
    const directory = await directoryAbout(context, about)
    const keys =
      directory.board === null ? new Map<string, string>() : keysOf(await context.ask('board.tree', { boardId: directory.board.id }))
    return rows.map((row) => activityShape(row, { directory, keys }))
  },
  views: (views: readonly { id: string; name: string; shared: boolean; query: unknown }[]) =>
    views.map(({ id, name, shared, query }) => ({ id, name, shared, query })),
  waits: waitsShape,
  notifications: (rows: readonly Notification[]) => rows.map(notificationShape),
  me: ({ id, kind, name, handle, ownerActorId, auth }: Me) => ({ id, kind, name, handle, ownerActorId, scopes: auth.scopes }),
  session: async (session: Session, context: RequestContext) => sessionShape(session, await context.directory(session.boardId)),
  opened: openedShape,
  sessions: (sessions: readonly Session[], context: RequestContext) => each(sessions, context, sessionShape),
  posted: async (posted: Posted, context: RequestContext) => postedShape(posted, await context.directory(posted.session.boardId)),
  noted: async (noted: Noted, context: RequestContext) => notedShape(noted, await context.directory(noted.session.boardId)),
  events: withNames(({ events }: { events: readonly SessionEvent[] }, directory) => ({
    events: events.map((event) => eventShape(event, directory)),
  })),
  delegated: async ({ delegation, session }: { delegation: Delegation; session: Session }, context: RequestContext) => {
    const directory = await context.directory(session.boardId)
    return { delegation: delegationShape(delegation, directory), session: sessionShape(session, directory) }
  },
}

async function cardWithGuidance({ card }: { card: Card }, context: RequestContext) {
  const detail = cardDetail(card, await context.directory(card.boardId))
  return { card: { ...detail.card, ...(await guidanceWith(card, context)) } }
}

export function shapeOf(shape: Shape, body: unknown, context: RequestContext, about: About): unknown {
  return (shapers[shape] as Shaper<unknown>)(body, context, about)
}

/** Rows of several boards, each with the names of its own. */
function each<T extends object>(
  rows: readonly T[],
  context: RequestContext,
  shape: (row: T, directory: NameDirectory) => unknown,
  boardId: string | null = null,
) {
  return Promise.all(
    rows.map(async (row) => {
      const id = 'boardId' in row && typeof row.boardId === 'string' ? row.boardId : boardId
      return shape(row, id === null ? nameDirectoryOf(null) : await context.directory(id))
    }),
  )
}

function withNames<T>(shape: (body: T, directory: NameDirectory) => unknown): Shaper<T> {
  return async (body, context, about) => shape(body, await directoryAbout(context, about))
}

async function directoryAbout(context: RequestContext, { boardId }: About): Promise<NameDirectory> {
  const id = await boardId()
  return id === null ? nameDirectoryOf(null) : context.directory(id)
}
