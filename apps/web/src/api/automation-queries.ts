import type { OutputOf } from '@tandem/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Queries of rules, webhooks, integrations and imports. `live/stale-after.ts` lists the activities that make them stale. */
const pageSize = 50
const nextAfter = <T extends object>(idOf: (row: T) => string) => ({
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: readonly T[]) => {
    const end = last.at(-1)
    return last.length < pageSize || !end ? undefined : idOf(end)
  },
})
const pageAt = (cursor: string | undefined) => ({ limit: pageSize, ...(cursor !== undefined && { cursor }) })

export const rulesQuery = (boardId: string) =>
  queryOptions({ queryKey: ['rules', boardId], queryFn: () => api.call('rule.list', { boardId }) })

/** Polling interval in milliseconds. A skipped run records no activity, so no live frame would refresh the list. */
const runsPollMs = 10_000

export const runsQuery = (ruleId: string) =>
  infiniteQueryOptions({
    queryKey: ['runs', ruleId],
    queryFn: ({ pageParam }) => api.call('rule.runs', { ruleId, ...pageAt(pageParam) }),
    refetchInterval: runsPollMs,
    ...nextAfter((run: OutputOf<'rule.runs'>[number]) => run.id),
  })

export const timesQuery = (boardId: string, cron: string, timezone: string) =>
  queryOptions({ queryKey: ['times', cron, timezone], queryFn: () => api.call('rule.times', { boardId, cron, timezone }) })

export const webhooksQuery = (boardId: string) =>
  queryOptions({ queryKey: ['webhooks', boardId], queryFn: () => api.call('webhook.list', { boardId }) })

type Delivery = OutputOf<'webhook.deliveries'>[number]
export type DeliveryStatus = Delivery['status']
/** No frame reports the state of a delivery; a pending one ends soon. */
const [endsPollMs, deliveriesPollMs] = [1_500, 15_000]
const isUnderWay = ({ status, attempts }: Delivery): boolean => status === 'pending' && attempts < 2

export const deliveriesQuery = (boardId: string, webhookId: string, status: DeliveryStatus | '') =>
  infiniteQueryOptions({
    queryKey: ['deliveries', webhookId, status],
    queryFn: ({ pageParam }) =>
      api.call('webhook.deliveries', { boardId, webhookId, ...pageAt(pageParam), ...(status !== '' && { status }) }),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.some(isUnderWay) ? endsPollMs : deliveriesPollMs),
    ...nextAfter((delivery: Delivery) => delivery.id),
  })

export const deliveryQuery = (boardId: string, webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['deliveries', webhookId, 'one', deliveryId],
    queryFn: () => api.call('webhook.delivery', { boardId, webhookId, deliveryId }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.delivery) ? endsPollMs : false),
  })

export const integrationsQuery = (boardId: string) =>
  queryOptions({ queryKey: ['integrations', boardId], queryFn: () => api.call('integration.list', { boardId }) })

export const integrationTypesQuery = queryOptions({
  queryKey: ['integration-types'],
  queryFn: () => api.call('integrationType.list'),
  staleTime: Number.POSITIVE_INFINITY,
})

export const linkedPeopleQuery = (boardId: string, integrationId: string) =>
  queryOptions({
    queryKey: ['linked-people', integrationId],
    queryFn: () => api.call('integration.people', { boardId, integrationId }),
  })

const importsPollMs = 1_000
type Import = OutputOf<'import.list'>[number]
const isOpen = ({ state }: Import): boolean => state === 'queued' || state === 'running'

export const importsQuery = infiniteQueryOptions({
  queryKey: ['imports'],
  queryFn: ({ pageParam }) => api.call('import.list', pageAt(pageParam)),
  refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.some(isOpen)) ? importsPollMs : false),
  ...nextAfter((one: Import) => one.importId),
})
