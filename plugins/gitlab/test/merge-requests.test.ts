import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { mergeRequest, note, otherEvents, push, reviewer, tagPush } from './fixture/payloads.ts'
import { startWorld, type World } from './fixture/world.ts'

/** Specification: service §6 (code-host verbs, linking rules), decisions §3 and §5. */
let world: World
let iid = 100
beforeAll(async () => {
  // On a host of its own, under a path: as people install it themselves.
  world = await startWorld({ under: '/gitlab' })
})
afterAll(() => world.stop())

const board = () => world.boards[0]!

describe('each event of GitLab gives its verb', () => {
  scenario(
    'a branch that is made, with the key in its name; not a push to it, nor its end, nor a tag',
    ['integration.code-host.branch-created', 'integration.code-host.key-in-branch'],
    async () => {
      const card = await world.card()
      const branch = `ada/${card.key.toLowerCase()}-fix`
      await world.hear(push(branch))
      await world.hear(push(branch, { created: false }))
      await world.hear(push(branch, { created: false, deleted: true }))
      await world.hear(tagPush(branch))
      expect(await world.verbs(card.id)).toEqual(['vcs.branch_created'])
      expect((await world.activity(card.id)).at(-1)?.payload).toMatchObject({
        externalSystem: 'gitlab',
        externalId: `gitlabhq/gitlab-test@${branch}`,
        title: branch,
        externalUrl: `http://example.com/gitlabhq/gitlab-test/-/tree/${branch}`,
      })
    },
  )

  scenario(
    'a merge request from draft to merged: verbs, target branch, link, and the rules of the install',
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
      const merge = { iid: ++iid, title: `${card.key} Log in`, target: 'release/2' }
      const link = { externalSystem: 'gitlab', externalId: `gitlabhq/gitlab-test#${iid}:${card.key}`, title: merge.title }
      const ready = { changes: { draft: { previous: true, current: false } } }
      const drafted = { changes: { draft: { previous: false, current: true } } }
      const asked = { changes: { reviewers: { previous: [], current: [reviewer(6)] } } }

      await world.hear(mergeRequest('open', { ...merge, draft: true }))
      expect(await world.links(card.id)).toMatchObject([{ ...link, state: 'draft' }])
      await world.hear(mergeRequest('update', merge, ready))
      expect(await world.links(card.id)).toMatchObject([{ ...link, state: 'open' }])
      await expect.poll(() => world.listOf(card.id)).toBe(board().lists[1]?.id)
      await world.hear(mergeRequest('update', { ...merge, draft: true }, drafted))
      await world.hear(mergeRequest('update', merge, { changes: { ...ready.changes, ...asked.changes } }))
      await world.hear(
        mergeRequest('update', merge, {
          changes: { reviewers: { previous: [reviewer(6)], current: [reviewer(6, { state: 'requested_changes' })] } },
        }),
      )
      await world.hear(
        mergeRequest('update', merge, {
          changes: { reviewers: { previous: [reviewer(6)], current: [reviewer(6, { re_requested: true })] } },
        }),
      )
      await world.hear(mergeRequest('approval', merge))
      await world.hear(mergeRequest('approved', merge))
      await world.hear(mergeRequest('merge', { ...merge, state: 'merged' }))
      expect(await world.links(card.id)).toMatchObject([{ ...link, state: 'merged' }])
      await expect.poll(() => world.listOf(card.id)).toBe(board().lists[2]?.id)

      expect(await world.reported(card.id)).toEqual([
        'vcs.pr_drafted',
        'vcs.pr_opened',
        'vcs.pr_drafted',
        'vcs.pr_opened',
        'vcs.review_requested',
        'vcs.review_requested',
        'vcs.review_requested',
        'vcs.pr_approved',
        'vcs.pr_approved',
        'vcs.pr_merged',
      ])
      for (const { payload } of (await world.activity(card.id)).filter(({ verb }) => verb.startsWith('vcs.')))
        expect(payload).toMatchObject({ filters: { targetBranch: 'release/2' }, title: merge.title })
    },
  )

  scenario(
    'several on one card: the last one that is closed is done when another one was merged',
    ['integration.code-host.several'],
    async () => {
      const card = await world.card()
      const [one, two] = [1, 2].map((of) => ({ iid: ++iid, title: `${card.key} Try ${of}` }))
      for (const merge of [one, two]) await world.hear(mergeRequest('open', merge!))
      await world.hear(mergeRequest('merge', { ...one!, state: 'merged' }))
      await world.hear(mergeRequest('close', { ...two!, state: 'closed' }))
      await expect.poll(() => world.listOf(card.id)).toBe(board().lists[2]?.id)
    },
  )

  scenario(
    'one that is closed without being merged, and reopened; one that asks reviewers from the start',
    ['integration.code-host.pr-closed', 'integration.code-host.pr-opened', 'integration.code-host.review-requested'],
    async () => {
      const card = await world.card()
      const merge = { iid: ++iid, branch: `${card.key.toLowerCase()}-x` }
      await world.hear(mergeRequest('open', merge, { reviewers: [reviewer(6)] }))
      await world.hear(mergeRequest('close', { ...merge, state: 'closed' }))
      expect(await world.links(card.id)).toMatchObject([{ state: 'closed' }])
      await world.hear(mergeRequest('reopen', merge))
      expect(await world.reported(card.id)).toEqual(['vcs.pr_opened', 'vcs.review_requested', 'vcs.pr_closed', 'vcs.pr_opened'])
    },
  )

  test('what else GitLab sends changes nothing, with a card named in every text', async () => {
    const card = await world.card()
    const merge = { iid: ++iid, title: card.key }
    for (const delivery of otherEvents(card.key)) expect(await world.hear(delivery), delivery.event).toBe(200)
    for (const action of ['unapproved', 'unapproval', 'something_new', '']) expect(await world.hear(mergeRequest(action, merge))).toBe(200)
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
      world.gitlab.setCommits(++iid, [`Work\n\nimplements ${commit}`, `${bare} only named`])
      const named = { branch: `${branch?.toLowerCase()}-work`, title: `${title}: work, ENG-99999, OPS-1` }
      await world.hear(mergeRequest('open', { iid, ...named, description: `Fixes ${description}. See ${bare}.` }))
      expect(await world.linkCounts(cards)).toEqual([1, 1, 1, 1, 0])
      expect(await world.verbs(cards[3]!.id)).toEqual(['vcs.pr_opened', 'card.linked'])
    },
  )

  scenario(
    'a merge request links at most ten cards, over all that happens to it; a key inside a longer number is none',
    ['integration.code-host.ten-cards', 'integration.code-host.exact-number', 'integration.code-host.word-boundary'],
    async () => {
      const cards = await world.cards(12)
      const keys = cards.map(({ key }) => key)
      const merge = { iid: ++iid, title: `${keys.slice(0, 6).join(' ')} ${keys[11]}0 x${keys[11]}` }
      await world.hear(mergeRequest('open', merge))
      await world.hear(mergeRequest('update', { ...merge, title: keys.slice(4).join(' ') }, { changes: { title: {} } }))
      expect(await world.linkCounts(cards)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    },
  )

  test('a delivery that was overtaken tells its verb, and leaves title and state as the newer one said', async () => {
    const card = await world.card()
    const merge = { iid: ++iid, title: `${card.key} New` }
    await world.hear(mergeRequest('merge', { ...merge, state: 'merged', at: '2026-05-02 00:00:00 UTC' }))
    await world.hear(mergeRequest('approved', { ...merge, title: `${card.key} Old`, at: '2026-05-01T23:59:59Z' }))
    expect(await world.links(card.id)).toMatchObject([{ title: `${card.key} New`, state: 'merged' }])
    expect(await world.reported(card.id)).toEqual(['vcs.pr_merged', 'vcs.pr_approved'])
  })
})

describe('what stands on the merge request', () => {
  const notesOn = (number: number) => world.gitlab.notes.filter((one) => one.iid === number)

  test('one note with the cards and not their titles, extended when more are linked, found again by a plugin that forgot it', async () => {
    const [first, second] = [await world.card('Secret plan'), await world.card()]
    const merge = { iid: ++iid, title: first.key }
    world.gitlab.noteAs('mallory', iid, `<!-- tandem:${board().integrationId} -->\nforged`)
    await world.hear(mergeRequest('open', merge))
    await world.hear(mergeRequest('reopen', merge))
    const body = (keys: string[]) => `On the board: ${keys.map((key) => `[${key}](${world.tandem.url}/cards/${key})`).join(', ')}`
    expect(notesOn(iid).map((one) => one.body.split('\n')[1])).toEqual(['forged', body([first.key])])
    expect(JSON.stringify(notesOn(iid))).not.toContain('Secret plan')
    await world.restart({ STATE_DIR: `${world.environment.STATE_DIR}/again` })
    await world.hear(mergeRequest('update', { ...merge, title: `${first.key} ${second.key}` }))
    expect(notesOn(iid).map((one) => one.body.split('\n')[1])).toEqual(['forged', body([first.key, second.key])])
  })

  test('GitLab asks for patience, fails, or loses its answer: in the end one note, and every verb once', async () => {
    const card = await world.card()
    const merge = { iid: ++iid, title: card.key }
    world.gitlab.answerNext('rate_limit', 'server_error', 'rate_limit', 'lost')
    await world.hear(mergeRequest('open', merge))
    world.gitlab.answerNext('lost')
    await world.hear(mergeRequest('update', merge))
    expect(notesOn(iid)).toHaveLength(1)
    expect(await world.verbs(card.id)).toEqual(['vcs.pr_opened', 'card.linked'])
  })

  test('without the permission, the cards are linked all the same', async () => {
    const card = await world.card()
    world.gitlab.answerNext('forbidden', 'forbidden')
    await world.hear(mergeRequest('open', { iid: ++iid, title: card.key }))
    expect(notesOn(iid)).toEqual([])
    expect(await world.links(card.id)).toHaveLength(1)
  })
})

describe('notes', () => {
  test('one that names a card stands on it, quoted, and its mentions start no agent and notify no one', async () => {
    const card = await world.card()
    const robo = await world.tandem.agent(world.ada, 'Robo', [board().boardId])
    await world.hear(note(`@${robo.handle} look at ${card.key}\n@${world.ada.handle} too`))
    await world.hear(note(`${card.key} on an issue`, 'Issue'))
    const { comments, sessions } = (await world.ada.get(`/api/cards/${card.id}`)).body.card
    expect(comments[0].body).toContain('**root** on [gitlabhq/gitlab-test!7](http://example.com/')
    expect(comments[0].body).toContain(`> @\u200b${robo.handle} look at ${card.key}\n> @\u200b${world.ada.handle} too`)
    expect(comments[1].body).toContain('gitlab-test#17]')
    expect(sessions).toEqual([])
  })

  test("a confidential one, a system's, the plugin's own, a bot's, an edited one, or one on something else is passed over", async () => {
    const card = await world.card()
    const confidential = note(card.key)
    const passedOver = [
      note(card.key, 'MergeRequest', { internal: true }),
      { ...confidential, payload: { ...confidential.payload, event_type: 'confidential_note' } },
      { ...confidential, event: 'Confidential Note Hook' },
      note(card.key, 'MergeRequest', { system: true }),
      note(card.key, 'MergeRequest', { action: 'update' }),
      note(`<!-- tandem:x -->\nOn the board: ${card.key}`),
      note(card.key, 'MergeRequest', {}, 'project_15_bot_5b2f'),
      note(card.key, 'Commit'),
      note(card.key, 'Snippet'),
      note('nothing'),
    ]
    for (const delivery of passedOver) expect(await world.hear(delivery)).toBe(200)
    expect(await world.verbs(card.id)).toEqual([])
  })
})
