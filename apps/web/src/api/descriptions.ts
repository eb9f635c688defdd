import type { Activity } from '@tandem/contract'

type Page = { limit: number; before?: string }

/** The longest page that the service gives. */
const limit = 200
const mostRequests = 5

/**
 * Reads pages of a log, newest first, until one tells what the description was. Between two changes may lie thousands of steps of an agent:
 * after some requests it answers without one, and with where to go on.
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
