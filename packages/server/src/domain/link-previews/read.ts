import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Previews } from './previews.ts'

/** Only for an address that the card names, so that a caller cannot make the service call any address. */
const isNamed = sql(`select from cards where board_id = $1 and id = $2 and strpos(description, $3) > 0
  union all select from comments where board_id = $1 and card_id = $2 and deleted_at is null and strpos(body, $3) > 0 limit 1`)

/** Octets: a key of an index holds no more than 2,704, and 2,048 characters may be more than that. */
const mostUrlBytes = 2_048

export function createPreviewReader(previews: Previews): HandlerOf<'card.linkPreview'> {
  return async (read, { url }) => {
    if (!(await read.row(isNamed, [read.boardId, read.target.id, url]))) throw refusal('linkNotOnCard')
    const { linkPreviews, webUrl } = read.policy
    if (linkPreviews === 'false' || url.startsWith(`${webUrl}/`) || Buffer.byteLength(url) > mostUrlBytes) return { preview: null }
    return { preview: await previews.of(url, { actorId: read.principal.actorId, onlyPublic: linkPreviews !== 'private' }) }
  }
}
