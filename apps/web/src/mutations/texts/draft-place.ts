import { meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'

/**
 * Where a draft is in the storage of the browser. Each account has its own: the next user of the browser does not see it. A draft of an
 * older release, which had no account, goes to the first that asks for it.
 */
export function draftPlace(key: string): string {
  const place = `tandem.draft.${queryClient.getQueryData(meQuery.queryKey)?.id}.${key}`
  const older = `tandem.draft.${key}`
  const left = localStorage.getItem(older)
  if (left !== null) {
    localStorage.removeItem(older)
    if (localStorage.getItem(place) === null) localStorage.setItem(place, left)
  }
  return place
}
