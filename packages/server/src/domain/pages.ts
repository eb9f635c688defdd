/**
 * Pages are limited by bytes too: 200 activities may have 120 MB of texts. The database counts, so that rows beyond the limit are not sent
 * to us; the link to the next page leads to them.
 */
const mostOctets = 4 * 1_048_576

/** `more`: there is a row behind this one, shown or not. */
export type Counted<Row> = Row & { more: true | null }

/**
 * `page` = a select with a limit of one row more than is shown, in `order`, of rows that say in `octets` how long their texts are: the
 * same select without the rows beyond `octets`, but never without its first. Window and sort cost nothing: the rows come in that order.
 */
export function endedByOctets(page: string, order: string, octets = mostOctets): string {
  return `select * from (select page.*, sum(octets) over w as octets_so_far, lead(true) over w as more from (${page}) page
      window w as (order by ${order} rows unbounded preceding)) counted
    where octets_so_far <= ${octets} or octets_so_far = octets order by ${order}`
}

/** The rows that are shown, and the last of them when there are more to come. */
export function pageOf<Row>(rows: readonly Counted<Row>[], limit: number): { shown: Row[]; leadsOn: Row | undefined } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, leadsOn: last?.more ? last : undefined }
}
