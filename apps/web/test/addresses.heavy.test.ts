import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RequirementId } from '../../../conformance/src/requirements.ts'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard, makePlugin } from '../../../conformance/src/world.ts'
import { authorizeUrl, pkce, registerProgram } from '../../../packages/server/test/kit/oauth.ts'
import { inTheBrowser, list } from './kit/stage.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()

/** A path, and how its page is known. */
type Place = [path: string, isThere: string | ((page: Page) => Promise<unknown>)]

const personalSettings = {
  'web.settings.profile': 'Profile',
  'web.settings.password': 'Password',
  'web.settings.signIn': 'Sign-in',
  'web.settings.notifications': 'Notifications',
  'web.settings.archived': 'Archived boards',
  'web.settings.imports': 'Your imports',
  'web.settings.agents': 'Your agents',
  'web.settings.tokens': 'Access tokens',
  'web.settings.apps': 'Connected apps',
  'web.settings.activity': 'Security log',
  'web.settings.people': 'People and agents',
  'web.settings.audit': 'Audit log',
} satisfies { [id in RequirementId]?: string }

const boardSettings = {
  'web.board-settings.general': 'General',
  'web.board-settings.members': 'Members',
  'web.board-settings.labels': 'Labels',
  'web.board-settings.fields': 'Custom fields',
  'web.board-settings.guidance': 'Guidance for agents',
  'web.board-settings.rules': 'Rules',
  'web.board-settings.integrations': 'Integrations',
  'web.board-settings.webhooks': 'Webhooks',
  'web.board-settings.transfer': 'Import and export',
  'web.board-settings.log': 'Board log',
} satisfies { [id in RequirementId]?: string }

const pagesOf = (titles: Record<string, string>, settings: string): Place[] =>
  Object.entries(titles).map(([id, title]) => [`${settings}/${id.split('.').at(-1)}`, title])
const idsOf = <Id extends RequirementId>(titles: Record<Id, string>) => Object.keys(titles) as Id[]

const outside: RequirementId[] = [
  ...(['web.route.signIn', 'web.route.signUp', 'web.route.forgot', 'web.route.reset', 'web.route.invite'] as const),
  'web.route.answer',
]
const inside: RequirementId[] = [
  'web.route.consent',
  'web.route.boards',
  'web.route.inbox',
  'web.route.myWork',
  'web.route.waiting',
  'web.route.connect',
  'web.route.search',
  'web.route.cardByKey',
  'web.route.board',
  'web.route.card',
  'web.route.archive',
  'web.route.insights',
  'web.route.agents',
  'web.route.agent',
]
const ofSettings: RequirementId[] = ['web.route.settings', 'web.route.boardSettings', ...idsOf(personalSettings), ...idsOf(boardSettings)]

inTheBrowser('addresses', (stage) => {
  async function visitAll(page: Page, places: readonly Place[]): Promise<void> {
    for (const [path, isThere] of places) {
      await page.goto(path)
      const found = typeof isThere === 'string' ? heading(page, isThere) : isThere(page)
      await found.catch((error: Error) => Promise.reject(new Error(path, { cause: error })))
    }
  }

  test('each address outside leads to its page', { meta: { proves: outside } }, async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const invited = await allowed(ada, 'member.add', { boardId: board.id, email: 'ines@example.com', role: 'member' })
    const token = 'inviteUrl' in invited ? invited.inviteUrl?.split('/invite/')[1] : ''
    await visitAll((await stage.visitAs(null)).page, [
      ['/sign-in', 'Sign in'],
      ['/sign-up', 'Welcome to Tandem'],
      ['/forgot', 'Forgot your password?'],
      ['/reset#of-a-letter', 'New password'],
      [`/invite/${token}`, 'Join Engine'],
      ['/answer/of-a-letter', 'This link cannot be used'],
    ])
  })

  test('each address inside leads to its page', { meta: { proves: inside } }, async () => {
    const { robo, tandem } = stage.world
    const board = await makeBoard(stage.world)
    const { key } = await board.card('Paint it')
    const clientId = (await registerProgram(tandem.url, { client_name: 'Robot' })).body.client_id as string
    const asked = new URL(authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more: { scope: 'boards:read' } }))
    await visitAll((await stage.visitAs('ada')).page, [
      [`/consent?request=${encodeURIComponent(asked.search.slice(1))}`, 'Allow Robot to access Tandem?'],
      ['/', 'Boards'],
      ['/inbox', 'Inbox'],
      ['/my-work', 'My work'],
      ['/waiting', 'Waiting'],
      ['/connect', 'Connect an agent'],
      ['/search?q=paint', 'Search'],
      [`/cards/${key}`, 'Paint it'],
      [`/boards/${board.id}`, (page) => list(page, 'To do').waitFor()],
      [`/boards/${board.id}/cards/${key}`, (page) => page.getByRole('dialog', { name: 'Paint it' }).waitFor()],
      [`/boards/${board.id}/archive`, 'Archive of Engine'],
      [`/boards/${board.id}/insights`, 'Insights'],
      ['/agents', 'Agents'],
      [`/agents/${robo.actorId}`, (page) => page.getByRole('heading', { level: 1, name: 'Robo' }).waitFor()],
    ])
  })

  test('an address without a page says so, for those who are signed in beside the navigation', async () => {
    const { page } = await stage.visitAs('ada')
    await page.goto('/nowhere/at/all')
    await heading(page, 'Page not found')
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.x).toBe(244)
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    await heading(page, 'Inbox')
    const stranger = (await stage.visitAs(null)).page
    await stranger.goto('/nowhere/at/all')
    await heading(stranger, 'Page not found')
    expect(await stranger.getByRole('navigation').count()).toBe(0)
  })

  test('on a phone, what is above the content takes 88 px at most, on every page', { meta: { proves: ['web.phone.bars'] } }, async () => {
    const { ada, robo } = stage.world
    const board = await makeBoard(stage.world)
    const { key } = await board.card('Paint it', { priority: 'urgent', dueAt: new Date().toISOString() })
    const view = await allowed(ada, 'view.create', {
      boardId: board.id,
      name: 'Hot',
      query: { priority: ['urgent'] },
      layout: 'list',
      shared: true,
    })
    const ofBoard = `/boards/${board.id}`
    const looks = ['', '?layout=list', '?layout=calendar', '?lanes=assignee', '?priority=urgent&assignee=none', `?view=${view.id}`]
    const more = [
      `?view=${view.id}&edited=1&priority=high,urgent`,
      '/insights',
      '/archive',
      '/settings',
      '/settings/rules/new',
      `/cards/${key}`,
    ]
    const settings = [...pagesOf(personalSettings, '/settings'), ...pagesOf(boardSettings, `${ofBoard}/settings`)]
    const others = '/ /inbox /my-work /waiting /connect /search?q=paint /agents /settings'.split(' ')
    const paths = [
      ...others,
      `/agents/${robo.actorId}`,
      `/cards/${key}`,
      ...[...looks, ...more].map((end) => ofBoard + end),
      ...settings.map(([path]) => path),
    ]
    const { page } = await stage.visitAs('ada', { phone: true })
    await page.setViewportSize({ width: 390, height: 844 })
    const tall: [path: string, px: number][] = []
    for (const path of paths) {
      await page.goto(path)
      const px = await page.waitForFunction(contentTop, null, { polling: 50 }).then((top) => top.jsonValue())
      if (Number(px) > 88) tall.push([path, Number(px)])
    }
    expect(tall).toEqual([])
    // Values are as large as typed text in the fields there.
    await page.goto(`/cards/${key}`)
    await page.getByLabel('Estimate', { exact: true }).waitFor({ state: 'attached' })
    expect(await page.evaluate(valueSizes)).toEqual(['16px'])
  })

  test('on a phone the switch of an integration is level with its title', async () => {
    const { id: boardId } = await makeBoard(stage.world)
    const config = { repositories: ['acme/engine'], branch: 'main' }
    const { integrationId } = await makePlugin(stage.world, boardId, { type: 'forge', config })
    const { page } = await stage.visitAs('ada', { phone: true })
    await page.goto(`/boards/${boardId}/settings/integrations/${integrationId}`)
    const middle = (at: Locator) => at.evaluate((one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)
    const ofSwitch = await middle(page.getByRole('switch').first())
    expect(Math.abs(ofSwitch - (await middle(page.getByRole('heading', { level: 1 }))))).toBeLessThan(1)
  })

  test('what a board cannot read in its address is ignored', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await stage.visitAs('ada')
    const wrong = ['lanes=nonsense', 'lanes=5', 'layout=foo', 'sort=9', 'columns=1', 'edited=x', 'empty=2', 'view=none', 'due=5', 'label=x']
    for (const search of [...wrong, 'layout=calendar&month=2026-99']) {
      await page.goto(`/boards/${board.id}?${search}`)
      await page.getByRole('heading', { name: 'Engine', exact: true }).waitFor()
    }
  })

  test('each page of settings has its address', { meta: { proves: ofSettings } }, async () => {
    const board = await makeBoard(stage.world)
    const ofBoard = `/boards/${board.id}/settings`
    await visitAll((await stage.visitAs('ada')).page, [
      ['/settings', 'Profile'],
      ...pagesOf(personalSettings, '/settings'),
      [ofBoard, 'General'],
      ...pagesOf(boardSettings, ofBoard),
    ])
  })
})

/** The top of the first element below the bars and the title; null until there is one. Runs in the page. */
function contentTop(): number | null {
  const within = document.querySelector('[role=dialog]') ?? document.querySelector('main')
  if (!within || within.querySelector('[role=progressbar]:not([aria-valuenow])')) return null
  const title = within.querySelector('h1, h2')
  const isSeen = (element: Element) => element.getClientRects().length > 0 && element.getBoundingClientRect().height > 1
  const content = [
    ...within.querySelectorAll(
      `p, aside, section:not([aria-label=Filter]), ul:not(header ul), ol, form, table, dl, article, textarea, h2, h3, [data-empty], :is(input, select, button):not(header *, [data-dialog-header] *)`,
    ),
  ]
  const first = content.find((element) => {
    const isBelow = !title || (title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isBelow && isSeen(element) && !element.closest('[role=status]')
  })
  return first ? Math.round(first.getBoundingClientRect().top) || 1 : null
}

/** The sizes of the values in the properties of a card, but for the letters of a face. Run in the page. */
function valueSizes(): string[] {
  const inputs = [...document.querySelectorAll('main dl dd :is(input, select)')]
  const texts = [...document.querySelectorAll('main dl dd span')].filter(
    (span) => span.children.length === 0 && (span.textContent ?? '').length > 2,
  )
  return [...new Set([...inputs, ...texts].map((element) => getComputedStyle(element).fontSize))]
}
