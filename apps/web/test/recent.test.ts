import { TandemError } from '@tandem/contract'
import { expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
})
const { queryClient } = await import('../src/api/query-client.ts')
const { forgetItem, remember, visited } = await import('../src/shell/recent.ts')
const { onGone } = await import('../src/shell/use-record-recent.ts')

const missing = () => Promise.reject(new TandemError('not_found', 'Card not found', { reason: undefined }))
const failing = () => Promise.reject(new TandemError('internal', 'Something went wrong', { reason: undefined }))
const read = (queryKey: readonly string[], queryFn: () => Promise<never>) =>
  queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => {})

test('a deleted card or board is no longer recent, and what only failed to load stays', async () => {
  for (const key of ['OR-1', 'OR-2', 'OR-3']) remember('ada', { kind: 'card', key, title: `Card ${key}` })
  for (const id of ['b1', 'b2']) remember('ada', { kind: 'board', id })
  const names = () => visited('ada').map((one) => (one.kind === 'card' ? one.key : one.id))
  const end = onGone((name) => forgetItem('ada', name))

  await read(['card-id', 'or-1'], missing)
  expect(names()).toEqual(['b2', 'b1', 'OR-3', 'OR-2'])
  queryClient.setQueryData(['card', 'id-2'], { key: 'OR-2', title: 'Card OR-2' })
  await read(['card', 'id-2'], missing)
  await read(['board', 'b1'], missing)
  await read(['board', 'b2'], failing)
  await read(['card-id', 'OR-3'], failing)
  expect(names()).toEqual(['b2', 'OR-3'])
  end()
})
