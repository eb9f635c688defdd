import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './failure.ts'

// What a click shows at once is seen before the next frame: a box that is ticked does not jump back in between.
notifyManager.setScheduler(queueMicrotask)

/** What has been read, for the whole tab. The client retries by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 10_000,
      // Offline there is no answer to wait for: what was read stays on the screen, and the banner says why it is old.
      networkMode: 'always',
      throwOnError: false,
    },
  },
})

/** A session that ended while the page was open: the next look at who we are leads to signing in. */
queryClient.getQueryCache().config.onError = (failure, query) => {
  if (isSignedOut(failure) && query.queryKey[0] !== 'me') void queryClient.invalidateQueries({ queryKey: ['me'] })
}
