import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../src/api/query-client.ts'

test('with the network back, what failed and is on the screen is read again, and nothing else', async () => {
  queryClient.mount()
  onlineManager.setOnline(false)
  const [lost, read, away] = [
    vi.fn(() => Promise.reject(new Error('offline'))),
    vi.fn(() => Promise.resolve(1)),
    vi.fn(() => Promise.reject(new Error('offline'))),
  ]
  const shown = (queryKey: readonly string[], queryFn: () => Promise<unknown>) =>
    new QueryObserver(queryClient, queryClient.defaultQueryOptions({ queryKey, queryFn, staleTime: 0 })).subscribe(() => {})
  const ends = [shown(['lost'], lost), shown(['read'], read)]
  shown(['away'], away)()
  await vi.waitFor(() => expect(queryClient.getQueryState(['lost'])?.status).toBe('error'))
  await vi.waitFor(() => expect(queryClient.getQueryState(['read'])?.status).toBe('success'))
  const before = [lost, read, away].map(({ mock }) => mock.calls.length)

  lost.mockResolvedValue(2 as never)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryClient.getQueryData(['lost'])).toBe(2))
  expect([lost, read, away].map(({ mock }, at) => mock.calls.length - (before[at] ?? 0))).toEqual([1, 0, 0])
  for (const end of ends) end()
  queryClient.unmount()
})
