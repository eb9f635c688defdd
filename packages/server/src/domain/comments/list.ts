import { fieldRefusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CommentFaceRow } from '../../db/tables/cards/comments.ts'
import { isUuid } from '../../kernel/common/ids.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { type Counted, endedByOctets, pageOf } from '../pages.ts'
import { timeIn } from '../since.ts'
import { commentOnWire } from './record.ts'

/** A card's comments: newest first, or with `since` those strictly newer, ascending. Specification: decisions §3. */
const known = sql<{ id: string }>('select id from comments where card_id = $1 and board_id = $2 and id = $3')
const after = pageOfComments('id > $3', 'id')
const afterTime = pageOfComments('created_at > $3', 'id')
const before = pageOfComments('($3::uuid is null or id < $3)', 'id desc')

function pageOfComments(from: string, order: string) {
  const ofCard = 'select *, octet_length(body) as octets from comment_faces where card_id = $1 and board_id = $2'
  return sql<Counted<CommentFaceRow>>(endedByOctets(`${ofCard} and ${from} order by ${order} limit $4`, order))
}

export const listComments: RunOf<'comment.list'> = async (read, input) => {
  const of = [read.target.id, read.boardId]
  const requireKnown = async (field: string, id: string) => {
    if (!(await read.row(known, [...of, id]))) throw fieldRefusal(field, 'commentElsewhere')
  }
  const { shown, leadsOn } = pageOf(await commentsAsked(), input.limit)
  const next = leadsOn ? { [input.since === undefined ? 'before' : 'since']: leadsOn.id } : null
  return page(shown.map(commentOnWire), next)

  async function commentsAsked(): Promise<Counted<CommentFaceRow>[]> {
    const { since, limit } = input
    if (since === undefined) {
      if (input.before !== undefined) await requireKnown('before', input.before)
      return read.rows(before, [...of, input.before ?? null, limit + 1])
    }
    if (isUuid(since)) {
      await requireKnown('since', since)
      return read.rows(after, [...of, since, limit + 1])
    }
    const time = timeIn(since)
    if (time === null) throw fieldRefusal('since', 'sinceNoComment')
    return read.rows(afterTime, [...of, time, limit + 1])
  }
}
