import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard, makePlugin } from '../../../conformance/src/world.ts'
import { expectAccessibleInBothThemes } from './kit/accessible.ts'
import { inTheBrowser } from './kit/stage.ts'

type Made = {
  boardId: string
  key: string
  archivedKey: string
  viewId: string
  webhookId: string
  integrationId: string
  agentId: string
}
type Row = [dialog: string, at: (made: Made) => string, open: (page: Page) => Promise<unknown>]

const click =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) {
      const control = { name, exact: typeof name === 'string' }
      await page.getByRole('button', control).or(page.getByRole('menuitem', control)).first().click()
    }
  }
const board = ({ boardId }: Made) => `/boards/${boardId}`
const inSettings = (of: string) => (made: Made) => `${board(made)}/settings/${of}`
const shownView = (made: Made) => `${board(made)}?view=${made.viewId}`
const card = ({ key }: Made) => `/cards/${key}`
const webhook = (made: Made) => `${board(made)}/settings/webhooks/${made.webhookId}`

async function attach(page: Page): Promise<void> {
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('line one') }
  await page.locator('input[type=file]').setInputFiles(file)
  await click('notes.txt')(page)
  await page.getByText('line one').waitFor()
}

async function pasteLines(page: Page): Promise<void> {
  await click('Add a card to To do')(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((lines) => navigator.clipboard.writeText(lines), 'Line\n'.repeat(21))
  await page.keyboard.press('Control+v')
}

/** The dialogs that no other test gives to axe. */
const dialogs: Row[] = [
  ['a new board', () => '/', click('New board')],
  ['many pasted lines', board, pasteLines],
  ['the settings of a list', board, click('List To do: more', 'Settings')],
  ['a new view', board, click('All cards', 'Save as a new view')],
  ['the name of a view', shownView, click('Urgent', 'Rename or share')],
  ['the end of a view', shownView, click('Urgent', 'Delete view')],
  ['the archive', (made) => `${board(made)}/archive`, async () => {}],
  ['a due date in the calendar', (made) => `${board(made)}?layout=calendar`, click(/^Due date of/, 'Set the due date …')],
  ['a budget for an agent', card, click('Delegate …', /budget/)],
  ['a copy of a card', card, click(/^Card .*: more$/, 'Make a copy …')],
  ['the versions of a description', card, click('Versions of the description')],
  ['an attached file', card, attach],
  ['the end of a comment', card, click('Delete comment')],
  ['the end of a card', (made) => `/cards/${made.archivedKey}`, click(/^Card .*: more$/, 'Delete permanently …')],
  ['a new member', inSettings('members'), click('Add member')],
  ['the end of a membership', inSettings('members'), click('Remove Mia')],
  ['the end of a label', inSettings('labels'), click('Delete Bug')],
  ['a new field', inSettings('fields'), click('New field')],
  ['a field', inSettings('fields'), click('Edit Stage')],
  ['the end of a field', inSettings('fields'), click('Delete Stage')],
  ['a copy of the board', inSettings('general'), click('Copy board …')],
  ['the end of the board', inSettings('general'), click('Archive board', 'Delete board …')],
  ['the end of a rule', inSettings('rules'), click('Rule Weekly: more', 'Delete rule')],
  ['the end of an integration', (made) => `${board(made)}/settings/integrations/${made.integrationId}`, click('Remove integration')],
  ['a delivery', webhook, click('Send a test', 'a test delivery')],
  ['a new secret of a webhook', webhook, click('New secret')],
  ['the end of a webhook', webhook, click('Delete webhook')],
  ['a new agent', () => '/settings/agents', click('New agent')],
  ['an agent', ({ agentId }) => `/agents/${agentId}`, click('Edit')],
  ['the end of an agent', () => '/settings/agents', click('Deactivate Robo')],
  ['a new token', () => '/settings/tokens', click('New token')],
  ['the end of a token', () => '/settings/tokens', click('Revoke “Laptop”')],
]

inTheBrowser('dialogs', (stage) => {
  async function make(): Promise<Made> {
    const { world } = stage
    const { ada, robo } = world
    const made = await makeBoard(world)
    const boardId = made.id
    const one = await made.card('Paint it', { description: 'Blue', dueAt: new Date().toISOString() })
    const old = await made.card('Old')
    await allowed(ada, 'card.update', { cardId: one.id, description: 'Red' })
    await allowed(ada, 'card.update', { cardId: old.id, archived: true })
    await allowed(ada, 'comment.create', { cardId: one.id, body: 'Said' })
    await allowed(ada, 'label.create', { boardId, name: 'Bug', color: 'red' })
    await allowed(ada, 'field.create', { boardId, name: 'Stage', type: 'select', options: ['One', 'Two'] })
    await allowed(ada, 'token.create', { label: 'Laptop', scopes: ['boards:read'] })
    const view = await allowed(ada, 'view.create', { boardId, name: 'Urgent', query: {}, layout: 'board' })
    const trigger = { schedule: { cron: '0 9 * * 1', timezone: 'UTC' } }
    const actions = [{ type: 'create_card' as const, listId: made.lists[0] ?? '', title: 'Weekly' }]
    await allowed(ada, 'rule.create', { boardId, name: 'Weekly', trigger, actions })
    const { webhook: hook } = await allowed(ada, 'webhook.create', { boardId, url: `${world.tandem.url}/hook`, events: ['card.*'] })
    const { integrationId } = await makePlugin(world, boardId)
    const ids = { viewId: view.id, webhookId: hook.id, integrationId, agentId: robo.actorId }
    return { boardId, key: one.key, archivedKey: old.key, ...ids }
  }

  test.each(dialogs)('is accessible, in the light and in the dark: %s', async (_, at, openIt) => {
    const made = await make()
    const visitor = await stage.visitAs('ada')
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
    await visitor.page.goto(at(made))
    await openIt(visitor.page)
    await visitor.page.getByRole('dialog').waitFor()
    await expectAccessibleInBothThemes(visitor)
  })
})
