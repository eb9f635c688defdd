import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { useWrite } from '../mutations/use-write.ts'
import { forgetRecent } from './recent.ts'

/** Ends the session; nothing of it stays in the tab. */
export function useSignOut(): () => Promise<void> {
  const write = useWrite()
  const navigate = useNavigate()
  return async () => {
    if (!(await write('auth.logout', {}, { failed: 'signOut' }))) return
    forgetRecent()
    await navigate({ to: '/sign-in' })
    queryClient.clear()
  }
}
