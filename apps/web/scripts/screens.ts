import type { Page } from 'playwright-core'
import { boardPages, personalPages } from '../test/kit/settings-pages.ts'
import { over } from './screens-over.ts'
import { states } from './screens-states.ts'
import type { Seeded } from './seed.ts'

/**
 * How to open each screen. The steps use English names, so the page switches to the language of the picture afterwards. A step calls `speak` to
 * switch earlier: a text that is set once, such as a toast, keeps the language in which it was set.
 */
export type Screens = Record<string, (page: Page, seeded: Seeded, speak: () => Promise<void>) => Promise<unknown>>

/** Screens of a service that has no accounts yet. */
export const fresh: Record<string, (page: Page) => Promise<unknown>> = {
  'first-account': (page) => page.goto('/'),
}

/** Screens without a signed-in person. */
export const outside: Screens = {
  'sign-in': (page) => page.goto('/sign-in'),
  'sign-up': (page) => page.goto('/sign-up'),
  forgot: (page) => page.goto('/forgot'),
  reset: (page) => page.goto('/reset#of-a-letter'),
  invite: (page, { inviteToken }) => page.goto(`/invite/${inviteToken}`),
  async 'sign-in-delayed'(page, { delayedEmail: email }) {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the password')
    const told = page.getByText('Too many wrong passwords')
    // The first delay is a second long: the next attempt follows at once, so that it meets it.
    for (let tries = 0; tries < 12 && !(await told.isVisible()); tries++) {
      const answered = page.waitForResponse('**/api/auth/login')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await answered
    }
    await told.waitFor()
  },
  'consent-outside': (page, { consentUrl }) => page.goto(consentUrl),
}

/** The screens of a new user. */
export const firstSight: Screens = {
  'first-run': (page) => page.goto('/'),
  'inbox-empty': (page) => page.goto('/inbox'),
  'my-work-empty': (page) => page.goto('/my-work'),
  'agents-empty': (page) => page.goto('/agents'),
  'tokens-empty': (page) => page.goto('/settings/tokens'),
}

const settingsOf = (...pages: string[]): Screens =>
  Object.fromEntries(pages.map((name) => [`settings-${name}`, (page: Page) => page.goto(`/settings/${name}`)]))
const boardSettingsOf = (...pages: string[]): Screens =>
  Object.fromEntries(
    pages.map((name) => [`board-${name}`, (page: Page, { boardId }: Seeded) => page.goto(`/boards/${boardId}/settings/${name}`)]),
  )
const item =
  (page: string, of: (seeded: Seeded) => string): Screens[string] =>
  (at, seeded) =>
    at.goto(`/boards/${seeded.boardId}/settings/${page}/${of(seeded)}`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const onCard = async (page: Page, { boardId }: Seeded, ...names: string[]) => {
  await page.goto(`/boards/${boardId}`)
  for (const name of names) await page.getByRole('link', { name }).focus()
}

/** The screens of a user with some work. */
export const inside: Screens = {
  boards: (page) => page.goto('/'),
  async 'new-board'(page) {
    await page.goto('/')
    await button(page, 'New board').click()
  },
  board: (page, { boardId }) => page.goto(`/boards/${boardId}`),
  'board-list': (page, { boardId }) => page.goto(`/boards/${boardId}?layout=list`),
  'board-lanes': (page, { boardId }) => page.goto(`/boards/${boardId}?lanes=assignee`),
  'board-calendar': (page, { boardId }) => page.goto(`/boards/${boardId}?layout=calendar`),
  async filter(page, { boardId }) {
    await page.goto(`/boards/${boardId}?priority=high`)
    await button(page, /^Filter/).click()
    await page.getByRole('dialog').waitFor()
  },
  async columns(page, { boardId }) {
    await page.goto(`/boards/${boardId}?layout=list`)
    // The list of a phone has no columns.
    if ((page.viewportSize()?.width ?? 0) >= 768) await page.getByRole('button', { name: 'Columns' }).click()
  },
  async views(page, { boardId }) {
    await page.goto(`/boards/${boardId}?priority=high`)
    await button(page, /All cards/).click()
  },
  async 'add-card'(page, { boardId }) {
    await page.goto(`/boards/${boardId}`)
    await button(page, /Add card/).click()
  },
  async 'list-menu'(page, { boardId }) {
    await page.goto(`/boards/${boardId}`)
    await button(page, /^More actions for /).click()
  },
  'card-asking': (page, { boardId, keys }) => page.goto(`/boards/${boardId}/cards/${keys.asking}`),
  async 'card-asking-end'(page, { keys }) {
    await page.goto(`/cards/${keys.asking}`)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('tab', { name: 'History' }).scrollIntoViewIfNeeded()
  },
  'card-working': (page, { keys }) => page.goto(`/cards/${keys.working}`),
  'card-plain': (page, { keys }) => page.goto(`/cards/${keys.plain}`),
  async 'card-labels'(page, { keys }) {
    await page.goto(`/cards/${keys.asking}`)
    await button(page, 'backend').click()
  },
  inbox: (page) => page.goto('/inbox'),
  'my-work': (page) => page.goto('/my-work'),
  waiting: (page) => page.goto('/waiting'),
  search: (page) => page.goto('/search?q=payouts'),
  connect: (page) => page.goto('/connect'),
  async palette(page, seeded) {
    await onCard(page, seeded, 'Refunds over 90 days')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
  },
  insights: (page, { boardId }) => page.goto(`/boards/${boardId}/insights`),
  async 'insights-end'(page, { boardId }) {
    await page.goto(`/boards/${boardId}/insights`)
    // The last one, once the sections have come.
    await page.getByRole('heading', { name: 'Sessions by outcome' }).waitFor()
    await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
  },
  agents: (page) => page.goto('/agents'),
  async agent(page) {
    await page.goto('/agents')
    await page.getByRole('link', { name: /Robo/ }).first().click()
    await page.waitForURL('**/agents/*')
  },
  async 'agent-end'(page) {
    await page.goto('/agents')
    await page.getByRole('link', { name: /Robo/ }).first().click()
    await page.getByLabel('Selected people').check()
    await page.getByRole('heading', { name: 'Who can start it' }).scrollIntoViewIfNeeded()
  },
  async 'member-asked'(page, { boardId, foreignAgent }) {
    await page.goto(`/boards/${boardId}/settings/members`)
    await button(page, 'Add member').click()
    await page.getByLabel('E-mail, or @handle').fill(`@${foreignAgent}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).waitFor()
  },
  async 'disk-full'(page, { keys }, speak) {
    await page.goto(`/cards/${keys.plain}`)
    const message = 'The disk is full.'
    const json = { error: { code: 'unavailable', reason: 'diskFull', message } }
    await page.route('**/comments', (route) => route.fulfill({ status: 503, json }))
    await page.getByLabel('Comment', { exact: true }).fill('All of them pass.')
    await speak()
    const answer = page.waitForResponse('**/comments')
    await page.keyboard.press('Control+Enter')
    await answer
  },
  'archived-board': (page, { archivedBoardId }) => page.goto(`/boards/${archivedBoardId}`),
  'archived-card': (page, { archivedBoardId, archivedKey }) => page.goto(`/boards/${archivedBoardId}/cards/${archivedKey}`),
  'archived-general': (page, { archivedBoardId }) => page.goto(`/boards/${archivedBoardId}/settings/general`),
  'archived-members': (page, { archivedBoardId }) => page.goto(`/boards/${archivedBoardId}/settings/members`),
  async move(page, seeded) {
    await onCard(page, seeded, 'Refunds over 90 days')
    await page.keyboard.press('m')
  },
  async selected(page, { boardId }) {
    await page.goto(`/boards/${boardId}`)
    for (const name of ['Refunds over 90 days', 'Explain our fees on the pricing page']) {
      await page.getByRole('link', { name }).focus()
      await page.keyboard.press('x')
    }
    await page.getByRole('toolbar').waitFor()
  },
  archive: (page, { boardId }) => page.goto(`/boards/${boardId}/archive`),
  async menu(page) {
    await page.goto('/')
    await page
      .getByRole('button', { name: /Ada Lovelace|You/ })
      .last()
      .click()
  },
  async keys(page) {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
    await page.keyboard.press('Shift+?')
  },
  consent: (page, { consentUrl }) => page.goto(consentUrl),
  settings: (page) => page.goto('/settings'),
  ...settingsOf(...personalPages),
  async 'token-new'(page) {
    await page.goto('/settings/tokens')
    await button(page, 'New token').click()
  },
  async 'token-tree'(page) {
    await page.goto('/settings/tokens')
    await button(page, 'Revoke “Release pipeline”').click()
    await page.getByRole('dialog').waitFor()
  },
  'board-settings': (page, { boardId }) => page.goto(`/boards/${boardId}/settings`),
  ...boardSettingsOf(...boardPages),
  'rule-new': item('rules', () => 'new'),
  rule: item('rules', ({ ruleId }) => ruleId),
  async 'rule-runs'(page, { boardId, ruleId }) {
    await page.goto(`/boards/${boardId}/settings/rules/${ruleId}`)
    await page.getByRole('heading', { name: 'Runs' }).scrollIntoViewIfNeeded()
  },
  webhook: item('webhooks', ({ webhookId }) => webhookId),
  async delivery(page, { boardId, webhookId }) {
    await page.goto(`/boards/${boardId}/settings/webhooks/${webhookId}`)
    await button(page, 'a test delivery').click()
    await page.getByRole('dialog').waitFor()
  },
  integration: item('integrations', ({ integrationId }) => integrationId),
  async 'integration-new'(page, { boardId }) {
    await page.goto(`/boards/${boardId}/settings/integrations`)
    await button(page, /^Install GitHub/).click()
  },
  async 'log-imported'(page, { importedBoardId }) {
    await page.goto(`/boards/${importedBoardId}/settings/log/imported`)
  },
  missing: (page) => page.goto('/nowhere'),
  ...over,
  ...states,
}
