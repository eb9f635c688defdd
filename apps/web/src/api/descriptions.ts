import type { Activity } from '@tandem/contract'

type Page = { limit: number; before?: string }

/** The largest page that the service returns. */
const limit = 200
const mostRequests = 5

/**
 * Reads pages of a log, newest first, until an activity contains the former description. Thousands of steps of an agent may lie between two
 * changes: after some requests it returns without one, and with the cursor to continue from.
 */
export async function findDescriptions(
  read: (page: Page) => Promise<Activity[]>,
  from: string | undefined,
): Promise<{ found: Activity[]; next: string | undefined }> {
  let before = from
  for (let request = 1; ; request++) {
    const page = await read({ limit, ...(before !== undefined && { before }) })
    const next = page.length < limit ? undefined : page.at(-1)?.id
    const found = page.filter(({ verb, payload }) => verb === 'card.created' || typeof payload.description === 'string')
    if (found.length > 0 || next === undefined || request === mostRequests) return { found, next }
    before = next
  }
}
