import { afterAll, beforeAll, expect, test } from 'vitest'
import { allExamples, type Payload } from './fixture/payloads.ts'
import { startWorld, type World } from './fixture/world.ts'

/** All that GitHub recorded of itself: 329 deliveries of 58 events. */
let world: World
beforeAll(async () => {
  world = await startWorld({ boards: [{ name: 'default', keyPrefix: 'ENG', repository: 'Codertocat/Hello-World' }] })
})
afterAll(() => world.stop())

const everything = async () => (await world.ada.get(`/api/boards/${world.boards[0]?.boardId}/activity?limit=200`)).body

async function deliverAll(change: (payload: Payload) => Payload): Promise<number[]> {
  const statuses = []
  for (const { event, payload } of allExamples) statuses.push(await world.github.deliver(world.inbound(), event, change(payload)))
  await world.idle()
  return statuses
}

/** Puts a text into every string under a key of that name that people write. */
function writtenInto(payload: Payload, text: string): Payload {
  const people = ['title', 'body', 'message', 'ref', 'name', 'description']
  return JSON.parse(
    JSON.stringify(payload, (key, value: unknown) => (people.includes(key) && typeof value === 'string' ? `${value} ${text}` : value)),
  )
}

test('there are all of them, and none is merged', () => {
  expect(allExamples).toHaveLength(329)
  expect(allExamples.filter(({ event, payload }) => event === 'pull_request' && payload.pull_request.merged === true)).toEqual([])
})

test('every one is taken, and since none names a card, nothing changes anywhere', async () => {
  await world.card()
  const before = await everything()
  expect(new Set(await deliverAll((payload) => payload))).toEqual(new Set([200]))
  expect(await everything()).toEqual(before)
  expect(world.github.comments).toEqual([])
  expect(world.plugin.state()).toMatchObject({ status: 'ready', inbox: { waiting: 0, setAside: 0 } })
})

test('with a card named in every text, only the events that the plugin knows change it, each as it should', async () => {
  const card = await world.card()
  expect(new Set(await deliverAll((payload) => writtenInto(payload, card.key)))).toEqual(new Set([200]))
  const verbs = await world.verbs(card.id)
  const count = (verb: string) => verbs.filter((one) => one === verb).length
  const recorded = (event: string, holds: (payload: Payload) => boolean) =>
    allExamples.filter((one) => one.event === event && one.payload.repository?.full_name === 'Codertocat/Hello-World' && holds(one.payload))
      .length
  const drafts = (payload: Payload) => payload.pull_request.draft === true
  const isOpening = ({ action }: Payload) => ['opened', 'reopened', 'ready_for_review'].includes(action)
  expect({ opened: count('vcs.pr_opened'), drafted: count('vcs.pr_drafted'), closed: count('vcs.pr_closed') }).toEqual({
    opened: recorded('pull_request', (payload) => isOpening(payload) && !drafts(payload)),
    drafted: recorded('pull_request', (payload) => payload.action === 'converted_to_draft' || (isOpening(payload) && drafts(payload))),
    closed: recorded('pull_request', ({ action }) => action === 'closed'),
  })
  const isNewBranch = ({ created, ref }: Payload) => created && ref.startsWith('refs/heads/')
  expect({ merged: count('vcs.pr_merged'), branches: count('vcs.branch_created') }).toEqual({
    merged: 0,
    branches: recorded('push', isNewBranch),
  })
  expect(count('vcs.review_requested') + count('vcs.pr_approved')).toBe(
    recorded('pull_request', ({ action }) => action === 'review_requested') +
      recorded('pull_request_review', ({ action }) => action === 'submitted'),
  )
  expect(count('comment.added')).toBe(
    recorded('issue_comment', ({ action, comment }) => action === 'created' && comment.user.type !== 'Bot'),
  )
  expect([...new Set(verbs)].filter((verb) => !verb.startsWith('vcs.')).toSorted()).toEqual([
    'card.linked',
    'card.updated',
    'comment.added',
  ])
})
