import { type LinkPreview, refusal } from '@tandem/contract'
import { type Database, sql } from '../../db/database.ts'
import { type LinkPreviewRow, linkPreviews } from '../../db/tables/service/link-previews.ts'
import { pick, write } from '../../db/writes.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import { getThrough } from '../../outbound/follow.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { type PageHead, pageHeadIn } from './page-head.ts'

/**
 * Previews of web pages, shared by all boards: they contain only pages that are public on the web, unless the operator allows private
 * networks too. Browsers never fetch the page for a preview, so that no other site learns who reads a card. Specification: decisions §5.
 */
export type Previews = { of(url: string, by: By): Promise<LinkPreview | null> }
type By = { actorId: string; onlyPublic: boolean }
export type PreviewDeps = { database: Database; clock: Clock; outbound: Outbound }

const [timeoutMs, atMostBytes] = [5_000, 2_000_000]
const [keptMs, failureMs] = [7 * 86_400_000, 3_600_000]
/** A slow page delays only the person who reads the card that links to it. */
const [mostAtOnce, mostOfOne] = [16, 4]

const readKept = sql<LinkPreviewRow>('select * from link_previews where url = $1 and expires_at > $2')
const keep = write(
  pick(linkPreviews, ['url', 'title', 'siteName', 'description', 'expiresAt']),
  (row) => `insert into link_previews (url, title, site_name, description, expires_at)
  values (${row.url}, ${row.title}, ${row.siteName}, ${row.description}, ${row.expiresAt})
  on conflict (url) do update set title = excluded.title, site_name = excluded.site_name, description = excluded.description,
    expires_at = excluded.expires_at`,
)

export function createPreviews({ database, clock, outbound }: PreviewDeps): Previews {
  const underWay = new Map<string, { actorId: string; fetching: Promise<PageHead> }>()
  return {
    async of(url, by) {
      const known = await database.row(readKept, [url, iso(clock.now())])
      const { title, siteName, description } = known ?? (await learnOnce(url, by))
      return title === null ? null : { url, title, siteName: siteName ?? new URL(url).hostname, description }
    },
  }

  /** Callers at the same time share one request. */
  function learnOnce(url: string, { actorId, onlyPublic }: By): Promise<PageHead> {
    const begun = underWay.get(url)
    if (begun) return begun.fetching
    const own = [...underWay.values()].filter((each) => each.actorId === actorId).length
    if (own >= mostOfOne || underWay.size >= mostAtOnce) throw refusal('previewsBusy', {}, { retryAfterSeconds: 2 })
    const fetching = learn(url, onlyPublic).finally(() => underWay.delete(url))
    underWay.set(url, { actorId, fetching })
    return fetching
  }

  async function learn(url: string, onlyPublic: boolean): Promise<PageHead> {
    const head = await fetchHead(url, onlyPublic)
    await database.rows(keep({ url, ...head, expiresAt: iso(clock.now() + (head.title === null ? failureMs : keptMs)) }))
    return head
  }

  async function fetchHead(url: string, onlyPublic: boolean): Promise<PageHead> {
    const got = await getThrough({ outbound, clock }, url, { headers, timeoutMs, atMostBytes, onlyPublic })
    if (got === null || 'problem' in got || got.status !== 200 || !isPage(got.contentType)) return nothing
    return pageHeadIn(got.body, got.contentType)
  }
}

const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Tandem link preview' }
const nothing: PageHead = { title: null, siteName: null, description: null }
const isPage = (contentType: string): boolean => /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType)
