import { TandemError, type Verb } from '@tandem/contract'
import { sql, type Value } from '../../db/database.ts'
import type { CardFaceRow, LinkRow } from '../../db/rows.ts'
import { look, notFound } from '../../kernel/access.ts'
import { invalid } from '../../kernel/execute.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { alignIds } from '../../kernel/record.ts'
import { refuseBeyondQuota } from '../attachments/add.ts'
import { bytesOf } from '../attachments/copies.ts'
import { attachmentsOfCard } from '../attachments/wire.ts'
import { dropLinks, linksOfCard } from '../links/of-card.ts'
import { type Neighbours, rankIn, slotValues } from '../rank.ts'
import { toldWatchers } from '../watches/handlers.ts'
import { fitOn } from './fit.ts'
import { placeIn, readTarget } from './move.ts'

/** Moves to another board. Specification: decisions §3. */
type Tx = Mutation<'card.moved' | 'card.undelegated' | 'card.unlinked'>

/** Where a card goes on another board, and what of it cannot come along. */
export type Across = {
  board: Tx
  listId: string
  rank: string
  labelIds: string[]
  assigneeIds: string[]
  staysDelegated: boolean
  fieldIds: { from: string; to: string }[]
  /** They stay behind: an integration acts on its own board alone. */
  links: readonly LinkRow[]
  dropped: { labels: string[]; fields: string[]; assigneeActorIds: string[]; delegation: string | null }
}

const boardOfList = sql<{ board_id: string }>('select board_id from lists where id = $1')
const liveSession = sql<{ id: string }>('select id from sessions where card_id = $1 and ended_at is null limit 1')
const membersOf = sql<{ actor_id: string }>('select actor_id from members where board_id = $1 and actor_id = any ($2::uuid[])')

/**
 * The board of a list that lies elsewhere, locked, when the caller may put cards there. Throws validation when it is no list that the
 * caller can see. Before anything is written.
 */
export async function openBoardOf<V extends Verb>(tx: Mutation<V>, listId: string): Promise<Mutation<V>> {
  const unknown = invalid('listId', 'is no list that you can put this card in. Read the board and name one of its lists.')
  const found = await tx.row(boardOfList, [listId])
  if (!found) throw unknown
  await look(tx, tx.principal, { target: 'list', role: 'member', scope: 'cards:write' }, { listId }).catch((error: unknown) => {
    throw error instanceof TandemError && error.code === 'not_found' ? unknown : error
  })
  const board = tx.lockBoards([found.board_id]).get(found.board_id)
  if (!board) throw unknown
  return board
}

/**
 * What a move to a list of another board takes, under the locks of both, of the card with the labels and the people that it gets by the
 * same request. Throws what refuses it, before anything is written.
 */
export async function acrossTo(tx: Tx, card: CardFaceRow, listId: string, neighbours: Neighbours): Promise<Across> {
  const board = await openBoardOf(tx, listId)
  const boardId = board.board.id
  const live = await tx.row(liveSession, [card.id])
  if (live) {
    throw new TandemError(
      'conflict',
      'An agent is at work on this card. Stop the session, or wait for its end, before you move the card away.',
      {
        details: { sessionId: live.id },
      },
    )
  }
  const place = placeIn(boardId, listId, card.id)
  const target = await tx.row(readTarget, slotValues(place, neighbours))
  if (!target) throw notFound('list')
  if (target.list_archived_at !== null) throw new TandemError('conflict', 'That list is archived. Bring it back, or choose another list.')
  const actorIds = [...card.assignee_ids, ...(card.delegate_actor_id === null ? [] : [card.delegate_actor_id])]
  const [members, fit, links, attachments] = await Promise.all([
    tx.rows(membersOf, [boardId, actorIds]),
    fitOn(tx, card, boardId),
    tx.rows(linksOfCard, [card.board_id, card.id]),
    tx.rows(attachmentsOfCard, [card.board_id, card.id]),
  ])
  const bytes = bytesOf(attachments)
  if (bytes > 0) await refuseBeyondQuota(board, bytes)
  const there = new Set(members.map((row) => row.actor_id))
  const staysDelegated = card.delegate_actor_id !== null && there.has(card.delegate_actor_id)
  return {
    ...{ board, listId, rank: await rankIn(tx, place, target, neighbours), staysDelegated },
    labelIds: fit.labelIds,
    assigneeIds: card.assignee_ids.filter((id) => there.has(id)),
    fieldIds: fit.fields,
    links,
    dropped: {
      ...fit.dropped,
      assigneeActorIds: card.assignee_ids.filter((id) => !there.has(id)),
      delegation: staysDelegated ? null : card.delegate_actor_id,
    },
  }
}

const keepNumber = sql('insert into former_numbers (board_id, number, card_id) values ($1, $2, $3)')
const moveRow = sql(`update cards set board_id = $3, list_id = $4, rank = $5, number = $6, updated_at = $7, version = $8,
    archived_with_list = false,
    delegate_actor_id = case when $9 then delegate_actor_id end, delegated_by = case when $9 then delegated_by end,
    delegated_at = case when $9 then delegated_at end
  where board_id = $1 and id = $2`)
const dropAssignees = sql('delete from card_assignees where card_id = $1 and actor_id <> all ($2::uuid[])')
const dropLabels = sql('delete from card_labels where card_id = $1')
const insertLabels = sql('insert into card_labels (board_id, card_id, label_id) select $1, $2, id from unnest($3::uuid[]) as id')
const dropValues = sql('delete from field_values where card_id = $1 and field_id <> all ($2::uuid[])')
const renameValues = sql(`update field_values v set field_id = n.new from unnest($2::uuid[], $3::uuid[]) as n(old, new)
  where v.card_id = $1 and v.field_id = n.old`)
/** Whoever is no member there neither watches the card on nor keeps an item of its checklist. */
const dropWatches = sql(`delete from watches w where w.card_id = $1
  and not exists (select from members m where m.board_id = $2 and m.actor_id = w.actor_id)`)
const freeItems = sql(`update checklist_items i set assignee_actor_id = null where i.card_id = $1 and i.assignee_actor_id is not null
  and not exists (select from members m where m.board_id = $2 and m.actor_id = i.assignee_actor_id)`)
const relationsOut = sql('update relations set board_id = $2 where card_id = $1')
const relationsIn = sql('update relations set other_board_id = $2 where other_card_id = $1')
const moveEvents = sql('update session_events e set board_id = $2 from sessions s where s.card_id = $1 and e.session_id = s.id')
/** What hangs on a card lies on its board. */
const followers = ['card_assignees', 'field_values', 'watches', 'checklist_items', 'comments', 'attachments', 'sessions'].map((table) =>
  sql(`update ${table} set board_id = $2 where card_id = $1`),
)

/** The card, of the version that it gets, on the other board: a new number there, told on both; the old key goes on resolving. */
export function moveAcross(tx: Tx, card: CardFaceRow, to: Across): CardFaceRow {
  const { board } = to
  const boardId = board.board.id
  alignIds(tx.board, board.board)
  const number = (board.board.last_card_number += 1)
  const send = (statement: Parameters<Tx['send']>[0], values: readonly Value[]) => tx.send(statement, values)
  if (to.dropped.delegation !== null) tx.record('card.undelegated', { agentActorId: to.dropped.delegation }, { cardId: card.id })
  dropLinks(tx, card, to.links)
  send(keepNumber, [tx.board.id, card.number, card.id])
  send(moveRow, [tx.board.id, card.id, boardId, to.listId, to.rank, number, board.now, card.version, to.staysDelegated])
  send(dropAssignees, [card.id, to.assigneeIds])
  send(dropLabels, [card.id])
  send(insertLabels, [boardId, card.id, to.labelIds])
  send(dropValues, [card.id, to.fieldIds.map((field) => field.from)])
  send(renameValues, [card.id, to.fieldIds.map((field) => field.from), to.fieldIds.map((field) => field.to)])
  send(dropWatches, [card.id, boardId])
  send(freeItems, [card.id, boardId])
  send(moveEvents, [card.id, boardId])
  for (const statement of [...followers, relationsOut, relationsIn]) send(statement, [card.id, boardId])
  // How it stands is told with it: neither log knows what the other one tells.
  const standing = { completedAt: card.completed_at, archivedAt: card.archived_at }
  const moved = { fromListId: card.list_id, toListId: to.listId, position: to.rank, ...standing }
  tx.record('card.moved', { ...moved, toBoardId: boardId, dropped: to.dropped }, { cardId: card.id })
  // Its next activity, which only the board it has come to tells, lies above the last that the old one tells.
  alignIds(tx.board, board.board)
  board.record('card.moved', { ...moved, fromBoardId: tx.board.id }, { cardId: card.id, ...toldWatchers(card) })
  return {
    ...card,
    ...{ board_id: boardId, list_id: to.listId, rank: to.rank, number, updated_at: board.now },
    ...{ label_ids: to.labelIds, assignee_ids: to.assigneeIds },
    ...(!to.staysDelegated && { delegate_actor_id: null, delegated_by: null, delegated_at: null }),
  }
}
