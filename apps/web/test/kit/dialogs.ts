import type { Page } from 'playwright-core'
import type { Made } from './made-for-dialogs.ts'

export type Row = [dialog: string, at: (made: Made) => string, open: (page: Page, made: Made) => Promise<unknown>]

/** Clicks buttons or menu items, one after the other. */
export const click =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) {
      const control = { name, exact: typeof name === 'string' }
      await page.getByRole('button', control).or(page.getByRole('menuitem', control)).first().click()
    }
  }
const board = ({ boardId }: Made) => `/boards/${boardId}`
export const inSettings = (of: string) => (made: Made) => `${board(made)}/settings/${of}`
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

async function requestAgent(page: Page, { lentHandle }: Made): Promise<void> {
  await click('Add member')(page)
  await page.getByLabel('E-mail, or @handle').fill(`@${lentHandle}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Request sent' }).waitFor()
}

export const makeNewLink =
  (open: string, make: string, link: string) =>
  async (page: Page): Promise<void> => {
    await click(open, make)(page)
    await page.getByRole('textbox', { name: link }).waitFor()
  }

/** The dialogs that no other test checks with axe. */
export const dialogs: Row[] = [
  ['a new board', () => '/', click('New board')],
  ['many pasted lines', board, pasteLines],
  ['the settings of a list', board, click('More actions for To do', 'Settings')],
  ['a new view', board, click('All cards', 'Save as a new view')],
  ['the name of a view', shownView, click('Urgent', 'Rename or share')],
  ['the end of a view', shownView, click('Urgent', 'Delete view')],
  ['the archive', (made) => `${board(made)}/archive`, async () => {}],
  ['a due date in the calendar', (made) => `${board(made)}?layout=calendar`, click(/^More actions for [A-Z0-9]+-\d+$/, 'Due date …')],
  ['a budget for an agent', card, click('Delegate …', /budget/)],
  ['a copy of a card', card, click(/^More actions for [A-Z0-9]+-\d+$/, 'Make a copy …')],
  ['the versions of a description', card, click('Versions of the description')],
  ['an attached file', card, attach],
  ['the end of a comment', card, click('Delete comment')],
  ['the end of a card', (made) => `/cards/${made.archivedKey}`, click(/^More actions for [A-Z0-9]+-\d+$/, 'Delete permanently …')],
  ['a new member', inSettings('members'), click('Add member')],
  ['a request for an agent, sent', inSettings('members'), requestAgent],
  ['a new link of an invitation', inSettings('members'), makeNewLink('New link for lin@example.com', 'Create new link', 'Invitation link')],
  ['the end of a membership', inSettings('members'), click('Remove Mia')],
  ['the end of a label', inSettings('labels'), click('Delete label “Bug”')],
  ['a new field', inSettings('fields'), click('New field')],
  ['a field', inSettings('fields'), click('Edit field “Stage”')],
  ['the end of a field', inSettings('fields'), click('Delete field “Stage”')],
  ['a copy of the board', inSettings('general'), click('Copy board …')],
  ['the end of the board', inSettings('general'), click('Archive board', 'Delete board …')],
  ['the end of a rule', inSettings('rules'), click('More actions for the rule Weekly', 'Delete rule')],
  ['the end of an integration', (made) => `${board(made)}/settings/integrations/${made.integrationId}`, click('Remove integration')],
  ['a delivery', webhook, click('Send a test', 'a test delivery')],
  ['a new secret of a webhook', webhook, click('Create secret')],
  ['the end of a webhook', webhook, click('Delete webhook')],
  ['a new agent', () => '/settings/agents', click('New agent')],
  ['an agent', ({ agentId }) => `/agents/${agentId}`, click('Edit')],
  ['an agent taken off a board', ({ agentId }) => `/agents/${agentId}`, click('Remove from Engine')],
  ['the end of an agent', () => '/settings/agents', click('Deactivate Robo')],
  ['the end of the access of an app', () => '/settings/apps', click('Disconnect “Robot”')],
  ['the end of the other browsers', () => '/settings/signIn', click('Sign out everywhere else')],
  ['the end of another browser', () => '/settings/signIn', click(/^Sign out: /)],
  ['a new token', () => '/settings/tokens', click('New token')],
  ['the end of a token', () => '/settings/tokens', click('Revoke “Laptop”')],
]
