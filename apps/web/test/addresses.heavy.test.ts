import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { RequirementId } from '../../../conformance/src/requirements.ts'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { authorizeUrl, pkce, registerProgram } from '../../../packages/server/test/kit/oauth.ts'
import { inTheBrowser, list } from './stage.ts'

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

const outside: RequirementId[] = ['web.route.signIn', 'web.route.signUp', 'web.route.forgot', 'web.route.reset', 'web.route.invite']
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
