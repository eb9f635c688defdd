import { type RunningPlugin, startPlugin } from '@tandem/plugin-kit'
import {
  codeHostLists,
  createGithubDouble,
  createGitlabDouble,
  freePort,
  type InstalledPlugin,
  idle,
  installPlugin,
  pluginEnvironment,
  testRetry,
} from '@tandem/plugin-test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { githubPlugin } from '../../github/src/plugin.ts'
import * as github from '../../github/test/fixture/payloads.ts'
import { gitlabPlugin } from '../../gitlab/src/plugin.ts'
import * as gitlab from '../../gitlab/test/fixture/payloads.ts'
import { buttonsOn, channelId, grace, startWorld, type World, wholeText } from './fixture/world.ts'

/**
 * A day of a team with a code host and a channel, from the install to the removal: both plugins work on one board.
 * Specification: service §2 (default rules), §6, decisions §5.
 */
type Step = 'branch' | 'draft' | 'ready' | 'review' | 'approve' | 'merge'
type CodeHost = {
  config: Record<string, string>
  start(environment: Record<string, string>): Promise<RunningPlugin>
  environment: Record<string, string>
  /** Sends the event of the host, with an id for each step; resolves to its status. */
  send(pluginUrl: string, step: Step, key: string): Promise<number>
  /** The comments of the plugin on the pull request. */
  comments(): readonly string[]
  stop(): Promise<void>
}

const targetBranch = 'main'

async function withGithub(): Promise<CodeHost> {
  const [double, secret] = [await createGithubDouble(), 'the secret of the webhook']
  const pull = (key: string) => ({ number: 12, title: `Log in (${key})`, branch: `ada/${key.toLowerCase()}-login`, target: targetBranch })
  const steps: Record<Step, (key: string) => [event: string, payload: github.Payload]> = {
    branch: (key) => ['push', github.pushEvent(pull(key).branch)],
    draft: (key) => ['pull_request', github.pullRequestEvent('opened', { ...pull(key), draft: true })],
    ready: (key) => ['pull_request', github.pullRequestEvent('ready_for_review', pull(key))],
    review: (key) => ['pull_request', github.pullRequestEvent('review_requested', pull(key))],
    approve: (key) => ['pull_request_review', github.reviewEvent('approved', pull(key))],
    merge: (key) => ['pull_request', github.pullRequestEvent('closed', { ...pull(key), state: 'merged' })],
  }
  return {
    config: { repository: 'Codertocat/Hello-World' },
    environment: { GITHUB_API_URL: double.url, GITHUB_WEBHOOK_SECRET: secret, GITHUB_TOKEN: double.token },
    start: (environment) => startPlugin(githubPlugin(environment), { environment, retry: testRetry }),
    send: (pluginUrl, step, key) =>
      double.deliver({ url: `${pluginUrl}/github`, secret }, ...steps[step](key), { deliveryId: `${step} ${key}` }),
    comments: () => double.comments.map(({ body }) => body),
    stop: () => double.stop(),
  }
}

async function withGitlab(): Promise<CodeHost> {
  const [double, secretToken] = [await createGitlabDouble(), 'the token of the webhook']
  const merge = (key: string) => ({ iid: 12, title: `Log in (${key})`, branch: `ada/${key.toLowerCase()}-login`, target: targetBranch })
  const reviewers = { current: [gitlab.reviewer(6)], previous: [] }
  const steps: Record<Step, (key: string) => gitlab.Delivery> = {
    branch: (key) => gitlab.push(merge(key).branch),
    draft: (key) => gitlab.mergeRequest('open', { ...merge(key), draft: true }),
    ready: (key) => gitlab.mergeRequest('update', merge(key), { changes: { draft: { previous: true, current: false } } }),
    review: (key) => gitlab.mergeRequest('update', merge(key), { changes: { reviewers }, reviewers: reviewers.current }),
    approve: (key) => gitlab.mergeRequest('approved', merge(key)),
    merge: (key) => gitlab.mergeRequest('merge', { ...merge(key), state: 'merged' }),
  }
  return {
    config: { project: gitlab.project },
    environment: { GITLAB_URL: double.url, GITLAB_WEBHOOK_TOKEN: secretToken, GITLAB_TOKEN: double.token },
    start: (environment) => startPlugin(gitlabPlugin(environment), { environment, retry: testRetry }),
    send(pluginUrl, step, key) {
      const { event, payload } = steps[step](key)
      return double.deliver({ url: `${pluginUrl}/gitlab`, secretToken }, event, payload, `${step} ${key}`)
    },
    comments: () => double.notes.map(({ body }) => body),
    stop: () => double.stop(),
  }
}

describe.each([
  ['github', withGithub],
  ['gitlab', withGitlab],
] as const)('a day with %s and Slack', (type, withHost) => {
  let world: World
  let host: CodeHost
  let plugin: RunningPlugin
  let pluginUrl: string
  let integrationId: string
  let token: string
  let remove: () => Promise<void>
  let environment: Record<string, string>
  let card: { id: string; key: string }

  beforeAll(async () => {
    ;[world, host] = [await startWorld(), await withHost()]
    const port = await freePort()
    pluginUrl = `http://127.0.0.1:${port}`
    const { boardId } = board()
    const config = (lists: InstalledPlugin['lists']) => ({ ...host.config, ...codeHostLists(lists) })
    const installed = await installPlugin(world.ada, { type, pluginUrl, boardId, config })
    ;({ integrationId, token } = installed)
    const prepared = await pluginEnvironment(world.tandem, [installed], { port, ...host.environment })
    ;({ remove, environment } = prepared)
    plugin = await host.start(prepared.environment)
    card = await world.card('Log in')
  })
  afterAll(async () => {
    await plugin?.stop()
    await Promise.all([host?.stop(), remove?.(), world?.stop()])
  })

  const board = () => world.boards[0]!
  const cardNow = async () => (await world.ada.get(`/api/cards/${card.id}`)).body.card
  const reported = async (): Promise<{ verb: string; payload: Record<string, any> }[]> => {
    const activities = (await world.ada.get(`/api/cards/${card.id}/activity?limit=200`)).body.reverse()
    return activities.filter(({ verb }: { verb: string }) => verb.startsWith('vcs.'))
  }
  const inList = (at: number) => expect.poll(async () => (await cardNow()).listId, { timeout: 60_000 }).toBe(board().lists[at]?.id)
  const hear = async (step: Step) => expect(await host.send(pluginUrl, step, card.key)).toBeLessThan(300)
  const heard = (count: number) => expect.poll(async () => (await reported()).length, { timeout: 60_000 }).toBe(count)
  const threads = () => world.slack.messages.filter(({ threadTs, botId }) => threadTs === undefined && botId !== null)

  test('the install brings two rules, which wait for pull requests', async () => {
    const rules = (await world.ada.get(`/api/boards/${board().boardId}/rules`)).body
    expect(rules).toMatchObject([
      { enabled: true, trigger: { verb: 'vcs.pr_opened' } },
      { enabled: true, trigger: { verb: 'vcs.pr_merged' } },
    ])
  })

  test('a branch and a draft move nothing; the draft made ready is work in progress', async () => {
    await world.message('Log in')
    await hear('branch')
    // They have different ordering keys: a pull request waits for no branch.
    await heard(1)
    await hear('draft')
    await heard(2)
    await inList(0)
    await hear('ready')
    await inList(1)
    expect((await cardNow()).links).toMatchObject([{ state: 'open', title: `Log in (${card.key})` }])
  })

  test('reviewed, approved and merged it is done, with the link and the whole history', async () => {
    for (const step of ['review', 'approve', 'merge'] as const) {
      await hear(step)
      await heard({ review: 4, approve: 5, merge: 6 }[step])
    }
    await inList(2)
    const { links } = await cardNow()
    expect(links).toMatchObject([{ state: 'merged', system: type }])
    const [branch, ...pulls] = await reported()
    expect(branch?.verb).toBe('vcs.branch_created')
    expect(pulls.map(({ verb }) => verb)).toEqual([
      'vcs.pr_drafted',
      'vcs.pr_opened',
      'vcs.review_requested',
      'vcs.pr_approved',
      'vcs.pr_merged',
    ])
    for (const { payload } of pulls) expect(payload).toMatchObject({ filters: { targetBranch } })
    expect(host.comments()).toHaveLength(1)
    expect(host.comments()[0]).toContain(`/cards/${card.key}`)
  })

  test('the whole day sent again changes nothing', async () => {
    const state = async () => [await reported(), await cardNow(), host.comments()]
    const before = await state()
    for (const step of ['branch', 'draft', 'ready', 'review', 'approve', 'merge'] as const) await hear(step)
    await idle(environment)
    expect(await state()).toEqual(before)
  })

  test('the channel shows one thread, and the question of the agent is answered there', async () => {
    const { boardId } = board()
    const robo = await world.tandem.agent(world.ada, 'Robo', [boardId])
    const person = await world.tandem.register('Grace')
    await world.ada.post(`/api/boards/${boardId}/members`, { actorId: person.actorId, role: 'viewer' })
    const sessionId = (await world.ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body.session.id
    const say = (body: object) => robo.post(`/api/sessions/${sessionId}/events`, body)
    await say({ op: 'update', state: 'working', statusText: 'Releasing' })
    await say({ op: 'ask_human', question: 'Release it?', options: ['Yes', 'Tomorrow'] })
    const question = await world.message('Release it?')
    await world.hear(world.slack.press(grace, question, 'Yes'))
    await world.confirm(grace, person)
    await world.hear(world.slack.press(grace, question, 'Yes'))
    const { events } = (await robo.get(`/api/sessions/${sessionId}/events`)).body
    const answers = events.filter(({ kind }: { kind: string }) => kind === 'answer')
    expect(answers).toMatchObject([{ body: { answer: 'Yes', actorId: person.actorId } }])
    await vi.waitFor(() => expect(buttonsOn(question)).toEqual([]), { timeout: 60_000 })
    expect(threads().map((message) => wholeText(message).includes('Log in'))).toEqual([true])
  })

  test('removed from the board, the plugin hears of it and ends; nothing that the host sends has an effect', async () => {
    await world.ada.delete(`/api/boards/${board().boardId}/integrations/${integrationId}`)
    const before = (await reported()).length
    const other = await world.card('Log out')
    await world.message('Log out')
    // The first that it tries after that is refused.
    await host.send(pluginUrl, 'branch', other.key)
    await plugin.ended
    expect(await host.send(pluginUrl, 'merge', other.key)).toBe(410)
    expect((await world.ada.get(`/api/cards/${other.id}`)).body.card.links).toEqual([])
    expect(await reported()).toHaveLength(before)
    const asThePlugin = { headers: { authorization: `Bearer ${token}` } }
    expect((await fetch(`${world.tandem.url}/api/me`, asThePlugin)).status).toBe(401)
  })

  test('with Slack removed too, the channel hears and does nothing more', async () => {
    await world.integration().uninstall()
    const [sent, whispered] = [world.slack.messages.length, world.slack.whispers.length]
    await world.ada.post(`/api/cards/${card.id}/comments`, { body: 'After the end' })
    // The first that it tries after that is refused; it may have heard of it before.
    await world.slack.send(world.url(), world.slack.command(grace, channelId, 'my work')).catch(() => null)
    await world.plugin.ended
    expect([world.slack.messages.length, world.slack.whispers.length]).toEqual([sent, whispered])
  })
})
