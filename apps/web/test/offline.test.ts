import { setMaxListeners } from 'node:events'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const page = new EventTarget()
// A browser has no limit.
setMaxListeners(0, page)
const network = { onLine: true }
const kept = new Map<string, string>()
vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
vi.stubGlobal('navigator', network)
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
})
const { queryClient } = await import('../src/api/query-client.ts')
const { meQuery } = await import('../src/api/queries.ts')
const { changeCards, itemsOf } = await import('../src/mutations/change-cards.ts')
const { keptOf } = await import('../src/mutations/kept-changes.ts')
const { mustWait, unlessItWaits, withdraw } = await import('../src/mutations/outbox.ts')
type Change = Parameters<typeof changeCards>[1]

type Update = { cardId: string; beforeId?: string | null; title?: string; clientMutationId: string }

const answerOf = (id: string) => ({ id, labelIds: [], assigneeActorIds: [] })

/** A service with one list: it places cards, does each mutation once, and refuses a neighbour that is not in the list. */
function makeService() {
  const ledger = new Set<string>()
  return {
    list: [] as string[],
    /** The requests in the order in which they came. */
    asked: [] as Update[],
    /** What was changed. */
    done: [] as string[],
    refuses: (_update: Update): boolean => false,
    /** How many requests it is not yet there for. */
    awayFor: 0,
    /** Whether its requests survive an outage. */
    isPatient: false,
    /** Resolves once the answer may be given. */
    delay: (_update: Update): Promise<void> => Promise.resolve(),
    change(update: Update): Response {
      const { cardId, beforeId, title, clientMutationId } = update
      if (ledger.has(clientMutationId)) return Response.json(answerOf(cardId))
      const rest = this.list.filter((id) => id !== cardId)
      const at = beforeId == null ? 0 : rest.indexOf(beforeId) + 1
      if (this.refuses(update) || (beforeId != null && at === 0))
        return Response.json({ error: { code: 'validation', message: 'no' } }, { status: 400 })
      ledger.add(clientMutationId)
      this.done.push(`${cardId} ${title ?? 'moved'}`)
      if (beforeId !== undefined) this.list = rest.toSpliced(at, 0, cardId)
      return Response.json(answerOf(cardId))
    },
  }
}
let service = makeService()

vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
  if (!network.onLine) throw new TypeError('no network')
  if (init.method === 'GET') return Response.json({ id: 'ada' })
  if (service.awayFor > 0) {
    service.awayFor -= 1
    return new Response('Bad gateway', { status: 502 })
  }
  const update = { cardId: input.split('/').at(-1) ?? '', ...JSON.parse(String(init.body)) }
  service.asked.push(update)
  const lost = Promise.withResolvers<never>()
  const lose = () => service.isPatient || lost.reject(new TypeError('lost'))
  page.addEventListener('offline', lose)
  await Promise.race([service.delay(update), lost.promise]).finally(() => page.removeEventListener('offline', lose))
  return service.change(update)
})

function goOffline() {
  network.onLine = false
  page.dispatchEvent(new Event('offline'))
}
function goOnline() {
  network.onLine = true
  page.dispatchEvent(new Event('online'))
}

const below =
  (anchor: string): NonNullable<Change['calls']> =>
  ({ cardId }, above) => [{ name: 'card.update', input: { cardId, listId: 'list', beforeId: above?.cardId ?? anchor } }]
const titled =
  (title: string): NonNullable<Change['calls']> =>
  ({ cardId }) => [{ name: 'card.update', input: { cardId, title } }]
const move = (ids: readonly string[], anchor: string) =>
  changeCards(itemsOf(ids), { boardId: 'board', inOrder: true, calls: below(anchor) })
const rename = (ids: readonly string[], title: string) => changeCards(itemsOf(ids), { boardId: 'board', calls: titled(title) })

const keptIds = () => keptOf('ada').map(({ input }) => ('cardId' in input ? input.cardId : ''))

beforeEach(() => {
  service = makeService()
  network.onLine = true
  kept.clear()
  // No delay before another attempt.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  queryClient.setQueryData(meQuery.queryKey, { id: 'ada' } as never)
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('without a network a later act waits for the whole of an earlier one, and the order is the one that was seen', async () => {
  service.list = ['z', 'y', 'a', 'b', 'c', 'd', 'e']
  goOffline()
  const acts = [move(['a', 'b', 'c', 'd', 'e'], 'z'), move(['c'], 'a'), move(['y'], 'd')]
  expect(keptIds()).toEqual(['a', 'b', 'c', 'd', 'e', 'c', 'y'])
  goOnline()
  await Promise.all(acts)
  expect(service.list).toEqual(['z', 'a', 'c', 'b', 'd', 'y', 'e'])
  expect(service.asked.map(({ cardId }) => cardId)).toEqual(['a', 'b', 'c', 'd', 'e', 'c', 'y'])
  expect([kept.size, mustWait()]).toEqual([0, false])
})

test('changes that waited are sent again while the network is back and the service is not, in their order', async () => {
  goOffline()
  const acts = [rename(['a'], 'First'), rename(['a'], 'Second')]
  service.awayFor = 7
  goOnline()
  expect((await Promise.all(acts)).flatMap(({ failed }) => failed)).toEqual([])
  expect(service.done).toEqual(['a First', 'a Second'])
  expect([kept.size, mustWait(), service.awayFor]).toEqual([0, false, 0])
})

test('of the cards that wait, the one below a refused one goes below the nearest that was moved, and is stored as it is sent', async () => {
  service.list = ['z']
  service.refuses = ({ cardId }) => cardId === 'b' || cardId === 'c'
  goOffline()
  const moving = move(['a', 'b', 'c', 'd'], 'z')
  const stored: unknown[] = []
  service.delay = async () => void stored.push(keptOf('ada')[0]?.input)
  goOnline()
  expect((await moving).failed.map(({ item }) => item.cardId)).toEqual(['b', 'c'])
  expect(service.list).toEqual(['z', 'a', 'd'])
  expect(service.asked.map(({ beforeId }) => beforeId)).toEqual(['z', 'a', 'a', 'a'])
  expect(stored).toEqual(service.asked.map((update) => ({ listId: 'list', ...update })))
})

test('an act that loses the network is finished later: nothing is done twice, and a later act follows it', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  // The service does what it was asked for c, whose answer is lost with those of the others.
  const lost: string[] = []
  service.delay = (update) => {
    if (update.cardId === 'a') return Promise.resolve()
    if (update.cardId === 'c' && lost.length === 0) service.change(update)
    lost.push(update.cardId)
    return new Promise(() => {})
  }
  const renaming = rename(ids, 'One')
  let isFree = false
  void unlessItWaits(renaming).then((outcome) => {
    isFree = outcome === undefined
  })
  await vi.waitFor(() => expect(lost).toEqual(['b', 'c', 'd', 'e']))
  expect([isFree, mustWait(), kept.size]).toEqual([false, false, 0])
  goOffline()
  await vi.waitFor(() => expect(isFree).toBe(true))
  const later = rename(['b', 'h'], 'Two')
  expect(keptIds()).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h', 'b', 'h'])
  service.delay = () => Promise.resolve()
  const before = service.asked.splice(0)
  goOnline()
  const outcomes = await Promise.all([renaming, later])
  expect(outcomes.map(({ done, failed }) => [done.length, failed.length])).toEqual([
    [8, 0],
    [2, 0],
  ])
  const one = (id: string) => `${id} One`
  expect(service.done.slice(0, 8).toSorted()).toEqual(ids.map(one))
  expect(service.done.slice(8)).toEqual(['b Two', 'h Two'])
  const idOf = (updates: readonly Update[], cardId: string) => updates.find((update) => update.cardId === cardId)?.clientMutationId
  for (const id of ['b', 'c', 'd', 'e']) expect(idOf(service.asked, id)).toBe(idOf(before, id))
  expect([kept.size, mustWait()]).toEqual([0, false])
})

test('cards whose move loses the network end in the order that was seen', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `c${at}`)
  for (const answered of [0, 1, 2, 3, 5, 7, 9]) {
    service = makeService()
    service.list = ['z', 'y', ...ids]
    service.delay = () => (service.asked.length > answered ? new Promise(() => {}) : Promise.resolve())
    const moving = move(ids, 'z')
    const atOnce = answered < 4 ? answered + 1 : answered + 4
    await vi.waitFor(() => expect(service.asked.length).toBe(Math.min(atOnce, 12)))
    goOffline()
    const later = move(['y'], 'c11')
    service.delay = () => Promise.resolve()
    goOnline()
    expect((await moving).failed).toEqual([])
    await later
    expect(service.list).toEqual(['z', ...ids, 'y'])
  }
})

test('a change whose answer comes after an outage is not overtaken by a later one', async () => {
  const answer = Promise.withResolvers<void>()
  service.isPatient = true
  service.delay = ({ title }) => (title === 'One' ? answer.promise : Promise.resolve())
  const first = rename(['a'], 'One')
  await vi.waitFor(() => expect(service.asked.length).toBe(1))
  goOffline()
  goOnline()
  const second = rename(['a'], 'Two')
  expect([keptIds(), mustWait()]).toEqual([['a', 'a'], true])
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(service.asked.length).toBe(1)
  answer.resolve()
  await Promise.all([first, second])
  expect(service.done).toEqual(['a One', 'a Two'])
  expect([kept.size, mustWait()]).toEqual([0, false])
})

test('a refusal is final, and what was withdrawn is not sent', async () => {
  goOffline()
  const items = itemsOf(['a', 'b'])
  const withdrawn = changeCards(items, { boardId: 'board', calls: titled('One') })
  service.refuses = ({ cardId }) => cardId === 'c'
  const refused = rename(['c'], 'Two')
  withdraw(items)
  expect((await withdrawn).withdrawn).toEqual(items)
  expect(keptIds()).toEqual(['c'])
  goOnline()
  expect((await refused).failed.map(({ item }) => item.cardId)).toEqual(['c'])
  expect(service.asked.map(({ cardId }) => cardId)).toEqual(['c'])
})
