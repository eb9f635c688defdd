import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { commentEvent, pullRequestEvent, pushEvent, reviewEvent } from './fixture/payloads.ts'
import { startWorld, type World } from './fixture/world.ts'

/** Specification: service §6 (code-host verbs, linking rules), decisions §3 and §5. */
let world: World
let number = 100
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const board = () => world.boards[0]!

describe('each event of a code host gives its verb', () => {
  scenario(
    'a branch that is made, with the key in its name; not a push to it, nor its end',
    ['integration.code-host.branch-created', 'integration.code-host.key-in-branch'],
    async () => {
      const card = await world.card()
      const branch = `${card.key.toLowerCase()}-fix`
      await world.hear('push', pushEvent(branch))
      await world.hear('push', pushEvent(branch, { created: false }))
      await world.hear('push', { ...pushEvent(branch, { created: false }), deleted: true })
      const [event] = (await world.activity(card.id)).filter(({ verb }) => verb.startsWith('vcs.'))
      expect(await world.verbs(card.id)).toEqual(['vcs.branch_created'])
      expect(event?.payload).toMatchObject({
        externalSystem: 'github',
        externalId: `Codertocat/Hello-World@${branch}`,
        title: branch,
        externalUrl: `https://github.com/Codertocat/Hello-World/tree/${branch}`,
      })
    },
  )

  scenario(
    'a pull request from draft to merged: verbs, target branch, link, and the rules of the install',
    [
      'integration.code-host.pr-drafted',
      'integration.code-host.pr-opened',
      'integration.code-host.review-requested',
      'integration.code-host.pr-approved',
      'integration.code-host.pr-merged',
      'integration.code-host.key-in-title',
      'integration.code-host.external-id',
    ],
    async () => {
      const card = await world.card()
      const pull = { number: ++number, title: `${card.key} Log in`, target: 'release/2' }
      const link = { externalId: `Codertocat/Hello-World#${number}:${card.key}`, title: pull.title }

      await world.hear('pull_request', pullRequestEvent('opened', { ...pull, draft: true }))
      expect(await world.links(card.id)).toMatchObject([{ ...link, state: 'draft' }])
      await world.hear('pull_request', pullRequestEvent('ready_for_review', pull))
      expect(await world.links(card.id)).toMatchObject([{ ...link, state: 'open' }])
      await expect.poll(() => world.listOf(card.id)).toBe(board().lists[1]?.id)
      await world.hear('pull_request', pullRequestEvent('converted_to_draft', { ...pull, draft: true }))
      await world.hear('pull_request', pullRequestEvent('ready_for_review', pull))
      await world.hear('pull_request', pullRequestEvent('review_requested', pull))
      await world.hear('pull_request_review', reviewEvent('commented', pull))
      await world.hear('pull_request_review', reviewEvent('changes_requested', pull))
      await world.hear('pull_request_review', reviewEvent('approved', pull))
      await world.hear('pull_request', pullRequestEvent('closed', { ...pull, state: 'merged' }))
      expect(await world.links(card.id)).toMatchObject([{ ...link, state: 'merged' }])
      await expect.poll(() => world.listOf(card.id)).toBe(board().lists[2]?.id)

      const reported = (await world.activity(card.id)).filter(({ verb }) => verb.startsWith('vcs.'))
      expect(reported.map(({ verb }) => verb)).toEqual([
        'vcs.pr_drafted',
        'vcs.pr_opened',
        'vcs.pr_drafted',
        'vcs.pr_opened',
        'vcs.review_requested',
        'vcs.review_requested',
        'vcs.review_requested',
        'vcs.pr_approved',
        'vcs.pr_merged',
      ])
      for (const { payload } of reported) expect(payload).toMatchObject({ filters: { targetBranch: 'release/2' }, title: pull.title })
    },
  )

  scenario('several on one card: the last one that is merged is done', ['integration.code-host.several'], async () => {
    const card = await world.card()
    const part = (of: number) => ({ number: ++number, title: `${card.key} Part ${of}` })
    const [one, two] = [part(1), part(2)]
    for (const pull of [one, two]) await world.hear('pull_request', pullRequestEvent('opened', pull))
    await expect.poll(() => world.listOf(card.id)).toBe(board().lists[1]?.id)
    await world.hear('pull_request', pullRequestEvent('closed', { ...one, state: 'merged' }))
    // Rules run in the order of the log: once the second event is in it and done with, the first one is.
    await world.hear('pull_request', pullRequestEvent('closed', { ...two, state: 'merged' }))
    await expect.poll(() => world.listOf(card.id)).toBe(board().lists[2]?.id)
    const moves = (await world.activity(card.id)).filter(({ verb }) => verb === 'card.moved')
    const merges = (await world.activity(card.id)).filter(({ verb }) => verb === 'vcs.pr_merged')
    expect([moves.length, merges.length]).toEqual([2, 2])
    expect(moves.map(({ seq }) => seq).toSorted((a, b) => a - b)[1]).toBeGreaterThan(Math.max(...merges.map(({ seq }) => seq)))
  })

  scenario(
    'several on one card: the last one that is closed is done when another one was merged',
    ['integration.code-host.several'],
    async () => {
      const card = await world.card()
      const part = (of: number) => ({ number: ++number, title: `${card.key} Try ${of}` })
      const [one, two, three] = [part(1), part(2), part(3)]
      for (const pull of [one, two, three]) await world.hear('pull_request', pullRequestEvent('opened', pull))
      const close = (pull: ReturnType<typeof part>, state: 'closed' | 'merged') =>
        world.hear('pull_request', pullRequestEvent('closed', { ...pull, state }))
      await close(one, 'closed')
      await close(two, 'merged')
      await close(three, 'closed')
      await expect.poll(() => world.listOf(card.id)).toBe(board().lists[2]?.id)
      const moves = (await world.activity(card.id)).filter(({ verb }) => verb === 'card.moved')
      const last = (await world.activity(card.id)).find(({ verb }) => verb === 'vcs.pr_closed')
      expect(moves.length).toBe(2)
      expect(Math.max(...moves.map(({ seq }) => seq))).toBeGreaterThan(last?.seq ?? 0)
    },
  )

  scenario('all closed without a merge: nothing is done', ['integration.code-host.several'], async () => {
    const [card, mark] = [await world.card(), await world.card()]
    const pulls = [1, 2].map((of) => ({ number: ++number, title: `${card.key} Dead end ${of}` }))
    for (const pull of pulls) await world.hear('pull_request', pullRequestEvent('opened', pull))
    for (const pull of pulls) await world.hear('pull_request', pullRequestEvent('closed', { ...pull, state: 'closed' }))
    // Rules run in the order of the log: earlier activities have been processed.
    await world.hear('pull_request', pullRequestEvent('opened', { number: ++number, title: mark.key }))
    await expect.poll(() => world.listOf(mark.id)).toBe(board().lists[1]?.id)
    expect(await world.listOf(card.id)).toBe(board().lists[1]?.id)
  })

  scenario(
    'one that is closed without being merged, and reopened',
    ['integration.code-host.pr-closed', 'integration.code-host.pr-opened'],
    async () => {
      const card = await world.card()
      const pull = { number: ++number, branch: `${card.key.toLowerCase()}-x` }
      await world.hear('pull_request', pullRequestEvent('opened', pull))
      await world.hear('pull_request', pullRequestEvent('closed', { ...pull, state: 'closed' }))
      expect(await world.links(card.id)).toMatchObject([{ state: 'closed' }])
      await world.hear('pull_request', pullRequestEvent('reopened', pull))
      expect(await world.reported(card.id)).toEqual(['vcs.pr_opened', 'vcs.pr_closed', 'vcs.pr_opened'])
    },
  )

  test('other actions say nothing', async () => {
    const card = await world.card()
    const pull = { number: ++number, title: card.key }
    for (const action of ['labeled', 'assigned', 'locked', 'review_request_removed', 'auto_merge_enabled', 'something_new'])
      await world.hear('pull_request', pullRequestEvent(action, pull))
    expect(await world.verbs(card.id)).toEqual([])
    expect(await world.links(card.id)).toEqual([])
  })
})

describe('linking', () => {
  scenario(
    'branch, title, description and commits name cards; a key of nothing, of another board or of no magic word does not',
    [
      'integration.code-host.key-in-branch',
      'integration.code-host.key-in-title',
      'integration.code-host.key-after-magic-word',
      'integration.code-host.own-prefix',
      'integration.code-host.linked-activity',
    ],
    async () => {
      const cards = await world.cards(5)
      const [branch, title, description, commit, bare] = cards.map(({ key }) => key)
      world.github.setCommits(++number, [`Work\n\nimplements ${commit}`, `${bare} only named`])
      const pull = {
        number,
        branch: `${branch?.toLowerCase()}-work`,
        title: `${title}: work, ENG-99999, OPS-1`,
        body: `Fixes ${description}. See ${bare}.`,
      }
      await world.hear('pull_request', pullRequestEvent('opened', pull))
      expect(await world.linkCounts(cards)).toEqual([1, 1, 1, 1, 0])
      expect(await world.verbs(cards[3]!.id)).toEqual(['vcs.pr_opened', 'card.linked'])
    },
  )

  scenario(
    'a key inside a word or a longer number is none',
    ['integration.code-host.word-boundary', 'integration.code-host.exact-number'],
    async () => {
      const card = await world.card()
      const title = `${card.key}0 1${card.key} ${card.key}a X${card.key} ${card.key}_ ENG-0${card.key.slice(4)}`
      const branch = `x${card.key.toLowerCase()}/${card.key.toLowerCase()}7`
      await world.hear('pull_request', pullRequestEvent('opened', { number: ++number, title, branch, body: `fixes ${card.key}0` }))
      expect(await world.links(card.id)).toEqual([])
      await world.hear('pull_request', pullRequestEvent('edited', { number, title: `(${card.key})`, branch }))
      expect(await world.links(card.id)).toHaveLength(1)
    },
  )

  scenario('a pull request links at most ten cards, over all that happens to it', ['integration.code-host.ten-cards'], async () => {
    const cards = await world.cards(12)
    const keys = cards.map(({ key }) => key)
    const pull = { number: ++number, title: keys.slice(0, 6).join(' ') }
    await world.hear('pull_request', pullRequestEvent('opened', pull))
    await world.hear('pull_request', pullRequestEvent('edited', { ...pull, title: keys.slice(4).join(' ') }))
    expect(await world.linkCounts(cards)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  })

  test('an edited title changes the link; a card that it names only now hears that the pull request is open, the others hear nothing', async () => {
    const [first, second] = [await world.card(), await world.card()]
    const pull = { number: ++number, title: `${first.key} Before` }
    await world.hear('pull_request', pullRequestEvent('opened', pull))
    await world.hear('pull_request', pullRequestEvent('edited', { ...pull, title: `${first.key} ${second.key} After` }))
    expect(await world.links(first.id)).toMatchObject([{ title: `${first.key} ${second.key} After`, state: 'open' }])
    expect(await world.reported(first.id)).toEqual(['vcs.pr_opened'])
    expect(await world.reported(second.id)).toEqual(['vcs.pr_opened'])
  })

  test('a delivery that was overtaken tells its verb, and leaves title and state as the newer one said', async () => {
    const card = await world.card()
    const pull = { number: ++number, title: `${card.key} New`, at: '2026-05-02T00:00:00Z' }
    await world.hear('pull_request', pullRequestEvent('closed', { ...pull, state: 'merged' }))
    await world.hear(
      'pull_request',
      pullRequestEvent('review_requested', { ...pull, title: `${card.key} Old`, at: '2026-05-01T00:00:00Z' }),
    )
    expect(await world.links(card.id)).toMatchObject([{ title: `${card.key} New`, state: 'merged' }])
    expect(await world.reported(card.id)).toEqual(['vcs.pr_merged', 'vcs.review_requested'])
  })
})

describe('what stands on the pull request', () => {
  const commentsOn = (pull: number) => world.github.comments.filter((comment) => comment.number === pull)

  test('one comment with the cards and not their titles, extended when more are linked, found again by a plugin that forgot it', async () => {
    const [first, second] = [await world.card('Secret plan'), await world.card()]
    const pull = { number: ++number, title: first.key }
    world.github.commentAs('mallory', number, `<!-- tandem:${board().integrationId} -->\nforged`)
    await world.hear('pull_request', pullRequestEvent('opened', pull))
    await world.hear('pull_request', pullRequestEvent('reopened', pull))
    const body = (keys: string[]) => `On the board: ${keys.map((key) => `[${key}](${world.tandem.url}/cards/${key})`).join(', ')}`
    expect(commentsOn(number).map((comment) => comment.body.split('\n')[1])).toEqual(['forged', body([first.key])])
    expect(JSON.stringify(commentsOn(number))).not.toContain('Secret plan')
    await world.restart({ STATE_DIR: `${world.environment.STATE_DIR}/again` })
    await world.hear('pull_request', pullRequestEvent('edited', { ...pull, title: `${first.key} ${second.key}` }))
    expect(commentsOn(number).map((comment) => comment.body.split('\n')[1])).toEqual(['forged', body([first.key, second.key])])
  })

  test('it stands there also when the plugin comes to a pull request that is long open, and hears of its review first', async () => {
    const card = await world.card()
    const pull = { number: ++number, title: card.key }
    for (const state of ['commented', 'approved'] as const) await world.hear('pull_request_review', reviewEvent(state, pull))
    expect(commentsOn(number).map(({ body }) => body)).toEqual([expect.stringContaining(`/cards/${card.key}`)])
    expect(await world.links(card.id)).toHaveLength(1)
  })

  test('GitHub asks for patience, fails, or loses its answer: in the end one comment, and every verb once', async () => {
    const card = await world.card()
    const pull = { number: ++number, title: card.key }
    world.github.answerNext('primary_limit', 'server_error', 'secondary_limit', 'lost')
    await world.hear('pull_request', pullRequestEvent('opened', pull))
    world.github.answerNext('lost')
    await world.hear('pull_request', pullRequestEvent('synchronize', pull))
    expect(commentsOn(number)).toHaveLength(1)
    expect(await world.verbs(card.id)).toEqual(['vcs.pr_opened', 'card.linked'])
  })

  test('without the permission, the cards are linked all the same', async () => {
    const card = await world.card()
    const pull = { number: ++number, title: card.key }
    world.github.answerNext('forbidden', 'forbidden')
    await world.hear('pull_request', pullRequestEvent('opened', pull))
    expect(commentsOn(number)).toEqual([])
    expect(await world.links(card.id)).toHaveLength(1)
  })
})

describe('comments', () => {
  test('one that names a card stands on it, quoted, and its mentions start no agent and notify no one', async () => {
    const card = await world.card()
    const robo = await world.tandem.agent(world.ada, 'Robo', [board().boardId])
    await world.hear('issue_comment', commentEvent(7, `@${robo.handle} look at ${card.key}\n@${world.ada.handle} too`))
    const { comments, sessions } = (await world.ada.get(`/api/cards/${card.id}`)).body.card
    expect(comments).toHaveLength(1)
    expect(comments[0].body).toContain('**octocat** on [Codertocat/Hello-World#7](https://github.com/')
    expect(comments[0].body).toContain(`> @\u200b${robo.handle} look at ${card.key}\n> @\u200b${world.ada.handle} too`)
    expect(sessions).toEqual([])
    expect(await world.verbs(card.id)).toEqual(['comment.added'])
  })

  test("a bot's, the plugin's own, one that names nothing, an edit or a deletion are passed over", async () => {
    const card = await world.card()
    await world.hear('issue_comment', commentEvent(7, `${card.key} deployed`, { login: 'ci[bot]', type: 'Bot' }))
    await world.hear('issue_comment', commentEvent(7, `<!-- tandem:x -->\nOn the board: ${card.key}`))
    await world.hear('issue_comment', commentEvent(7, 'nothing'))
    await world.hear('issue_comment', { ...commentEvent(7, card.key), action: 'edited' })
    await world.hear('issue_comment', { ...commentEvent(7, card.key), action: 'deleted' })
    expect(await world.verbs(card.id)).toEqual([])
  })
})
