import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const { queryClient } = await import('../src/api/query-client.ts')
const { agentRequestsQuery } = await import('../src/api/agent-queries.ts')
const { inboxQuery } = await import('../src/api/work-queries.ts')
const { unreadQuery } = await import('../src/api/queries.ts')
const { hideRequest } = await import('../src/screens/inbox/use-settling.ts')

const row = (id: string, requestId: string | null) => ({ id, requestId, reason: 'agent_requested', readAt: null })

test('an answered request is gone and its notification read at once; refused, both come back as they were, and others stay', () => {
  const rows = [row('n1', 'r1'), row('n2', 'r2')]
  queryClient.setQueryData(agentRequestsQuery.queryKey, [{ id: 'r1' }, { id: 'r2' }] as never)
  queryClient.setQueryData(unreadQuery.queryKey, rows as never)
  queryClient.setQueryData(inboxQuery('all').queryKey, { pages: [rows], pageParams: [undefined] } as never)
  const open = () => queryClient.getQueryData(agentRequestsQuery.queryKey)?.map(({ id }) => id)
  const unread = () => queryClient.getQueryData(unreadQuery.queryKey)?.map(({ id }) => id)
  const read = () => queryClient.getQueryData(inboxQuery('all').queryKey)?.pages[0]?.map(({ readAt }) => readAt !== null)

  const putBack = hideRequest('r1')
  expect([open(), unread(), read()]).toEqual([['r2'], ['n2'], [true, false]])
  putBack()
  expect([open(), unread(), read()]).toEqual([
    ['r1', 'r2'],
    ['n1', 'n2'],
    [false, false],
  ])
})
