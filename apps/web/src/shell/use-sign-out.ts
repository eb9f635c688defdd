import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { useWrite } from '../mutations/use-write.ts'
import { pushedHere } from './browser-notifications.ts'
import { forgetRecent } from './recent.ts'

/** Ends the session, and removes all of its data from the tab. */
export function useSignOut(): () => Promise<void> {
  const write = useWrite()
  const navigate = useNavigate()
  return async () => {
    if (!(await write('auth.logout', {}, { failed: 'signOut' }))) return
    forgetRecent()
    if (pushedHere.id() !== null) await (await import('./push.ts')).endPush().catch(() => undefined)
    await navigate({ to: '/sign-in' })
    queryClient.clear()
  }
}
