import { meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'

export const accountId = (): string | undefined => queryClient.getQueryData(meQuery.queryKey)?.id

/**
 * Where a draft is in the storage of the browser. Each account has its own: the next user of the browser does not see it. A draft of an
 * older release, which had no account, goes to the first that asks for it.
 */
export function draftPlace(key: string, account = accountId()): string {
  const place = `tandem.draft.${account}.${key}`
  const older = `tandem.draft.${key}`
  const left = localStorage.getItem(older)
  if (left !== null && localStorage.getItem(place) === null) {
    localStorage.setItem(place, left)
    localStorage.removeItem(older)
  }
  return place
}
