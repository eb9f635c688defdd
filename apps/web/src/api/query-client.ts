import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './failure.ts'

// Renders the result of a click before the next frame, so that a ticked checkbox does not jump back in between.
notifyManager.setScheduler(queueMicrotask)

/** The query cache of the tab. It does not retry, because `@tandem/client` does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 10_000,
      // Offline, a query fails at once instead of pausing: data that was read before stays on the screen, below the banner that explains
      // it.
      networkMode: 'always',
      // With this mode, the default is never. What was read before is kept up to date by the live socket, and a read now would take changes
      // that still wait off the screen.
      refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
      throwOnError: false,
    },
  },
})

/** A session ended while the page was open: reading the signed-in user again leads to the sign-in page. */
queryClient.getQueryCache().config.onError = (failure, query) => {
  if (isSignedOut(failure) && query.queryKey[0] !== 'me') void queryClient.invalidateQueries({ queryKey: ['me'] })
}
