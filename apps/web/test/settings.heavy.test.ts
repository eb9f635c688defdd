import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { as, type Board, makeBoard, type Who } from '../../../conformance/src/world.ts'
import { png } from '../../../packages/server/test/attachments/files.ts'
import { password } from '../../../packages/server/test/kit/service.ts'
import { expectAccessibleInEachLook } from './kit/accessible.ts'
import { boardPages, personalPages } from './kit/settings-pages.ts'
import { inTheBrowser } from './kit/stage.ts'
import { textIn } from './kit/written.ts'

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

inTheBrowser('settings', (stage) => {
  const openAs = async (who: 'ada' | 'mia' | 'vic', path: string): Promise<Page> => {
    const { page } = await stage.visitAs(who)
    await page.goto(path)
    return page
  }
  const openBoard = async (who: 'ada' | 'mia' | 'vic', of: Board, page: string) => openAs(who, `/boards/${of.id}/settings/${page}`)
  const me = (who: Who) => allowed(who, 'me.get', {})

  describe('of a person', () => {
    test('a profile is changed, others see it, and what is taken already is told at its field', async () => {
      const page = await openAs('mia', '/settings/profile')
      await page.getByLabel('Handle').fill(stage.world.ada.handle)
      await button(page, 'Save').click()
      await page
        .getByText(/is taken|in use|already/i)
        .first()
        .waitFor()
      await page.getByLabel('Handle').fill('mia-m')
      await page.getByLabel('Name').fill('Mia Marple')
      await page.getByLabel('Time zone').selectOption('Europe/Vienna')
      await button(page, 'Save').click()
      await page.getByText('Saved').waitFor()
      expect(await me(stage.world.mia)).toMatchObject({ name: 'Mia Marple', handle: 'mia-m', timezone: 'Europe/Vienna' })
      await button(page, /Mia Marple/).waitFor()
    })

    test('a picture is sent, shown to others who look at a board, and removed; what is no picture is told', async () => {
      const board = await makeBoard(stage.world)
      const card = await board.card('One', { assigneeActorIds: [stage.world.mia.actorId] })
      const looking = await openAs('ada', `/boards/${board.id}`)
      const pictures = looking.locator(`[data-card="${card.id}"] img`)
      await looking.locator(`[data-card="${card.id}"]`).getByRole('img').waitFor()
      expect(await pictures.count()).toBe(0)
      const page = await openAs('mia', '/settings/profile')
      const input = page.getByLabel('Choose picture')
      await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
      await page.getByText('This file cannot be read as an image').waitFor()
      await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png(90, 60) })
      await page.locator('main img').waitFor()
      await expect.poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))).toEqual([128])
      await button(page, 'Remove picture').click()
      await pictures.waitFor({ state: 'detached' })
      expect((await me(stage.world.mia)).avatarUrl).toBeNull()
    })

    test('a wrong password changes nothing, the right one signs in from then on', async () => {
      const page = await openAs('vic', '/settings/password')
      const another = 'a horse of another colour'
      const change = async (current: string) => {
        await page.getByLabel('Current password').fill(current)
        await page.getByLabel('New password').fill(another)
        await button(page, 'Change password').click()
      }
      await change('not the password')
      await page.getByRole('alert').getByText('The current password is wrong').waitFor()
      await change(password)
      await page.getByText('You are signed out everywhere else').waitFor()
      const { email } = await me(stage.world.vic)
      await allowed({ url: stage.world.tandem.url, headers: {} }, 'auth.login', { email: email ?? '', password: another })
    })

    test('what notifies is chosen for inbox and mail each, and questions stay in the inbox', async () => {
      const page = await openAs('mia', '/settings/notifications')
      expect(await page.getByLabel('An agent asks you: Inbox').isDisabled()).toBe(true)
      await page.getByLabel('A new comment: Inbox').uncheck()
      await page.getByLabel('A card is due soon: E-mail').check()
      const kept = async () => (await allowed(stage.world.mia, 'notification.settings.get', {})).reasons
      await expect.poll(async () => [(await kept()).commented.inbox, (await kept()).due_soon.email]).toEqual([false, true])
    })

    test('quiet time is set, said and switched off, by the keyboard too', {
      meta: { proves: ['web.settings.notifications'] },
    }, async () => {
      const page = await openAs('mia', '/settings/notifications')
      const quiet = page.getByRole('region', { name: 'Quiet time' })
      const kept = async () => (await allowed(stage.world.mia, 'notification.settings.get', {})).quiet
      await quiet.getByText('Quiet time is off').waitFor()
      await quiet.getByLabel('Every day from').fill('late')
      await quiet.getByText('This is not a time.').waitFor()
      await quiet.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => quiet.getByText('This is not a time.').count()).toBe(0)
      expect(await quiet.getByLabel('Every day from').inputValue()).toBe('')
      await quiet.getByLabel('Every day from').fill('10pm')
      await quiet.getByLabel('until').fill('22:00')
      await quiet.getByLabel('Sunday').press('Space')
      await quiet.getByLabel('until').press('Enter')
      await quiet.getByRole('alert').getByText('Choose an end time other than').waitFor()
      await quiet.getByLabel('until').fill('07:00')
      await quiet.getByLabel('until').press('Enter')
      await quiet.getByText('Saved').waitFor()
      expect(await kept()).toEqual({ from: '22:00', to: '07:00', days: ['sunday'] })
      await quiet.getByRole('button', { name: 'Turn off quiet time' }).press('Enter')
      await quiet.getByText('Quiet time is off').waitFor()
      expect(await kept()).toBe(null)
    })

    test('a token ends on a day that is chosen in the date picker, by words or in the calendar, and never before tomorrow', async () => {
      const page = await openAs('ada', '/settings/tokens')
      await button(page, 'New token').click()
      await page.getByLabel('Token name').fill('For a while')
      await page.getByLabel('Expiration').selectOption('Custom date')
      expect(await button(page, 'Create token').isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Last day Choose a date' }).click()
      const typed = page.getByRole('textbox', { name: 'Date' })
      await typed.fill('yesterday')
      await page.getByText(/^Choose .* or later\.$/).waitFor()
      expect(await page.getByRole('button', { name: 'Today', exact: true }).isDisabled()).toBe(true)
      await typed.press('Enter')
      await typed.fill('in 10 days')
      await typed.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await button(page, 'Create token').click()
      await button(page, 'I have saved it').click()
      const [token] = (await allowed(stage.world.ada, 'token.list', {})).filter(({ label }) => label === 'For a while')
      const days = (Date.parse(token?.expiresAt ?? '') - Date.parse(token?.createdAt ?? '')) / 86_400_000
      expect(Math.floor(days)).toBe(11)
    })

    test('an agent is made, put on a board and given a token that works until it is revoked', async () => {
      const board = await makeBoard(stage.world, { name: 'Greenhouse' })
      const page = await openAs('ada', '/settings/agents')
      await button(page, 'New agent').click()
      await page.getByLabel('Name').fill('Gardener')
      await page.getByLabel('Starts when mentioned').uncheck()
      await page.getByLabel('Greenhouse').check()
      await button(page, 'Create agent').click()
      await page.getByLabel('Token name').fill('Greenhouse computer')
      await page.getByLabel('Expiration').selectOption('90 days')
      await page.getByLabel('Only selected boards').check()
      await page.getByLabel('Greenhouse').check()
      await button(page, 'Create token').click()
      const headers = { authorization: `Bearer ${await page.getByLabel('Token', { exact: true }).inputValue()}` }
      const gardener = { url: stage.world.tandem.url, headers }
      const { auth, ...actor } = await allowed(gardener, 'me.get', {})
      expect(actor).toMatchObject({ name: 'Gardener', capabilities: { delegatable: true, mentionable: false } })
      expect([auth.boardId, auth.scopes]).toEqual([board.id, expect.arrayContaining(['cards:write', 'sessions:write'])])
      const [token] = (await allowed(stage.world.ada, 'token.list', {})).filter(({ label }) => label === 'Greenhouse computer')
      const days = (Date.parse(token?.expiresAt ?? '') - Date.parse(token?.createdAt ?? '')) / 86_400_000
      expect(Math.round(days)).toBe(90)
      expect((await board.tree()).members.map(({ name }) => name)).toContain('Gardener')
      await button(page, 'I have saved it').click()
      await page.goto('/settings/tokens')
      await row(page, 'Greenhouse computer').getByText('Only Greenhouse').waitFor()
      await button(page, 'Revoke “Greenhouse computer”').click()
      await confirm(page, 'Revoke')
      await expect.poll(async () => (await fetch(`${gardener.url}/api/me`, { headers })).status).toBe(401)
      await expect.poll(() => row(page, 'Greenhouse computer').count()).toBe(0)
    })

    test('tokens that a token created stand below it, with their whole names, and are revoked with it as it says', async () => {
      const label = 'A pipeline with a name that takes more than one line of a phone'
      const { token } = await allowed(stage.world.ada, 'token.create', { label, scopes: ['boards:read', 'tokens:write'] })
      const pipeline = { url: stage.world.tandem.url, headers: { authorization: `Bearer ${token}` } }
      for (const child of ['Staging', 'Smoke tests']) await allowed(pipeline, 'token.create', { label: child, scopes: ['boards:read'] })
      const { page } = await stage.visitAs('ada', { phone: true })
      await page.goto('/settings/tokens')
      await row(page, label).getByText('Created 2 tokens').waitFor()
      const lines = await row(page, label)
        .getByText(label, { exact: true })
        .evaluate((name) => name.getClientRects().length)
      expect(lines).toBeGreaterThan(1)
      const shown = await page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem').allTextContents()
      const at = shown.findIndex((text) => text.includes(label))
      const below = shown.slice(at + 1, at + 3)
      expect(below.map((text) => [text.includes(`Created with “${label}”`), text.includes('Staging')])).toEqual([
        [true, true],
        [true, false],
      ])
      await button(page, `Revoke “${label}”`).click()
      await page.getByText('2 tokens created with it also stop working.').waitFor()
      await confirm(page, 'Revoke')
      for (const gone of [label, 'Staging', 'Smoke tests']) await expect.poll(() => row(page, gone).count()).toBe(0)
    })

    test('the page shows the address of the MCP server', async () => {
      const page = await openAs('ada', '/settings/apps')
      await page.getByText(`${stage.world.tandem.url}/mcp`).waitFor()
      const resource = 'https://mcp.example.com/mcp'
      await page.route('**/.well-known/oauth-protected-resource/mcp', (route) => route.fulfill({ json: { resource } }))
      await page.goto('/settings/apps')
      await page.getByText(resource).waitFor()
      await page.goto('/settings/tokens')
      await button(page, 'New token').click()
      await page.getByLabel('Token name').fill('A script')
      await button(page, 'Create token').click()
      await page.getByText(resource).waitFor()
    })

    test('the button of a new token stays in view on a laptop and a phone, below the fields that scroll', async () => {
      for (const isPhone of [false, true]) {
        const { page } = await stage.visitAs('ada', { phone: isPhone })
        if (!isPhone) await page.setViewportSize({ width: 1280, height: 700 })
        await page.goto('/settings/tokens')
        await button(page, 'New token').click()
        const create = button(page, 'Create token')
        await create.waitFor()
        const isInView = () =>
          create.evaluate((it) => {
            const { top, bottom } = it.getBoundingClientRect()
            return top > 0 && bottom <= innerHeight
          })
        expect(await isInView()).toBe(true)
        const expiry = page.getByRole('dialog').getByLabel('Expiration')
        await expiry.scrollIntoViewIfNeeded()
        const [field, footer] = [await expiry.boundingBox(), await create.boundingBox()]
        expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
        expect(await isInView()).toBe(true)
      }
    })

    test('an agent is renamed, and ends with what it holds', async () => {
      const { id } = await allowed(stage.world.ada, 'agent.create', { name: 'Former' })
      const page = await openAs('ada', '/settings/agents')
      await button(page, 'Edit Former').click()
      await page.getByLabel('Name').fill('Reformed')
      await button(page, 'Save').click()
      await button(page, 'Deactivate Reformed').click()
      await confirm(page, 'Deactivate')
      await page.getByRole('region', { name: 'Deactivated' }).getByText('Reformed').waitFor()
      const former = async () => (await allowed(stage.world.ada, 'agent.list', {})).find((agent) => agent.id === id)
      await expect.poll(former).toMatchObject({ name: 'Reformed', deactivatedAt: expect.any(String) })
    })
  })

  describe('of a board', () => {
    test('it is renamed, copied, archived, found again, and deleted for good once its name is typed', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('ada', board, 'general')
      await page.getByLabel('Name', { exact: true }).fill('Steam engine')
      await page.getByLabel('Description').fill('What moves the rest')
      await button(page, 'Save').click()
      await page.getByText('Saved').waitFor()
      expect(await board.tree()).toMatchObject({ name: 'Steam engine', description: 'What moves the rest' })
      await button(page, 'Copy board …').click()
      await page.getByRole('dialog').getByLabel('Key prefix').fill('cop')
      await button(page, 'Copy board').click()
      await page.waitForURL((url) => /^\/boards\/[0-9a-f-]+$/.test(url.pathname))
      const copy = (await allowed(stage.world.ada, 'board.list', {})).find(({ keyPrefix }) => keyPrefix === 'COP')
      expect(copy).toMatchObject({ name: 'Steam engine (copy)' })
      await page.goto(`/boards/${board.id}/settings/general`)
      await button(page, 'Archive board').click()
      await page.getByText('This board is archived.').waitFor()
      await page.goto('/settings/archived')
      await page.getByRole('link', { name: 'Settings of “Steam engine”' }).click()
      await button(page, 'Delete board …').click()
      const last = page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' })
      expect(await last.isDisabled()).toBe(true)
      await page.getByLabel('Type “Steam engine” to continue').fill('Steam engine')
      await last.click()
      await page.waitForURL((url) => url.pathname === '/')
      expect((await allowed(stage.world.ada, 'board.list', { archived: true })).map(({ id }) => id)).not.toContain(board.id)
    })

    test('roles change before the eyes of others, the last admin stays, and who goes is gone', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('ada', board, 'members')
      const ofVic = page.getByLabel('Role of Vic')
      await ofVic.waitFor()
      expect(await page.getByLabel('Role of Ada').isDisabled()).toBe(true)
      await page.getByText('The only admin').waitFor()
      await page.getByLabel(/Role of Mia/).selectOption('Admin')
      await expect.poll(() => page.getByLabel('Role of Ada').isDisabled()).toBe(false)
      // The page shows the role before the service has it.
      const roleOfMia = async () => (await board.tree()).members.find(({ actorId }) => actorId === stage.world.mia.actorId)?.role
      await expect.poll(roleOfMia).toBe('admin')
      await allowed(stage.world.mia, 'member.update', { boardId: board.id, actorId: stage.world.vic.actorId, role: 'member' })
      await expect.poll(() => ofVic.inputValue()).toBe('member')
      await button(page, 'Remove Vic').click()
      await confirm(page, 'Remove')
      await expect.poll(async () => (await board.tree()).members.map(({ name }) => name)).not.toContain('Vic')
      await expect.poll(() => ofVic.count()).toBe(0)
    })

    test('someone is invited by e-mail, another added by handle, and an invitation is renewed and taken back', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('ada', board, 'members')
      const add = async (who: string) => {
        await button(page, 'Add member').click()
        await page.getByLabel('E-mail, or @handle of an existing account').fill(who)
        await confirm(page, 'Add')
      }
      await add('iris@example.com')
      const first = await page.getByLabel('Invitation link', { exact: true }).inputValue()
      await button(page, 'Close').click()
      await button(page, 'New link for iris@example.com').click()
      await button(page, 'Create new link').click()
      const second = await page.getByLabel('Invitation link', { exact: true }).inputValue()
      const answers = [first, second].map((link) =>
        fetch(stage.world.tandem.url + new URL(link).pathname.replace('/invite/', '/api/invitations/')),
      )
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 200])
      await button(page, 'Close').click()
      await button(page, 'Revoke the invitation for iris@example.com').click()
      await page.getByText('There are no open invitations.').waitFor()
      await expect.poll(() => allowed(stage.world.ada, 'invitation.list', { boardId: board.id })).toEqual([])
      await add(`@${stage.world.eve.handle}`)
      await page.getByLabel('Role of Eve').waitFor()
      await expect.poll(async () => (await board.tree()).members.find(({ name }) => name === 'Eve')?.role).toBe('member')
    })

    test('labels are made, renamed, recoloured and deleted', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('mia', board, 'labels')
      await page.getByLabel('New label').fill('bug')
      await button(page, 'Add').click()
      await page.getByLabel('Name of bug').fill('defect')
      await page.keyboard.press('Enter')
      const names = async () => (await board.tree()).labels.map(({ name }) => name)
      // The page shows the name before the service has it, and what is refused is what comes after it.
      await expect.poll(names).toEqual(['defect'])
      await page.route('**/api/labels/*', (route) =>
        route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'The board is being moved.' } } }),
      )
      await page.getByLabel('Name of defect').fill('refused')
      await page.keyboard.press('Enter')
      await page.getByText('The board is being moved.').first().waitFor()
      // The label has its old name, and the field what was typed.
      await expect.poll(() => page.getByLabel('Name of defect').inputValue()).toBe('refused')
      await page.unroute('**/api/labels/*')
      await page.getByLabel('Name of defect').press('Escape')
      await expect.poll(() => page.getByLabel('Name of defect').inputValue()).toBe('defect')
      await button(page, 'Color of defect').click()
      await button(page, 'Red').click()
      await expect.poll(async () => (await board.tree()).labels).toEqual([expect.objectContaining({ name: 'defect', color: 'red' })])
      await allowed(stage.world.ada, 'label.create', { boardId: board.id, name: 'from afar', color: 'teal' })
      await page.getByLabel('Name of from afar').waitFor()
      await button(page, 'Delete label “defect”').click()
      await confirm(page, 'Delete')
      await expect.poll(names).toEqual(['from afar'])
    })

    test('a field of choices is made, its choices are ordered, and it is deleted with a warning', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('ada', board, 'fields')
      await button(page, 'New field').click()
      await page.getByLabel('Name').fill('Size')
      await page.getByLabel('Type').selectOption('Select')
      await page.getByLabel('Option 1', { exact: true }).fill('Large')
      await page.getByLabel('Option 2', { exact: true }).fill('Small')
      await button(page, 'Create field').click()
      await row(page, 'Size').getByText('Large · Small').waitFor()
      await button(page, 'Edit field “Size”').click()
      await button(page, 'Move option 2 up').click()
      await page.getByLabel('Option 2', { exact: true }).press('Enter')
      await page.keyboard.type('Huge')
      await button(page, 'Save').click()
      await expect.poll(async () => (await board.tree()).fields.map(({ options }) => options)).toEqual([['Small', 'Large', 'Huge']])
      await button(page, 'Delete field “Size”').click()
      await page.getByText('Every card loses its value for “Size”').waitFor()
      await confirm(page, 'Delete with all values')
      await page.getByText('No custom fields yet').waitFor()
      await expect.poll(async () => (await board.tree()).fields).toEqual([])
    })

    test('guidance is written with a preview, survives a reload, and is merged with what another admin has saved', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('ada', board, 'guidance')
      await button(page, 'Start with an outline').click()
      const text = page.getByRole('textbox', { name: 'Guidance for agents' })
      await text.fill('# Ask first\n\nBefore **anything** is deleted.')
      await page.getByRole('tab', { name: 'Preview' }).click()
      await page.getByRole('heading', { name: 'Ask first' }).waitFor()
      await page.reload()
      await button(page, 'Save').click()
      await page.getByText('Saved').waitFor()
      const kept = async () => (await board.tree()).agentGuidance
      expect(await kept()).toBe('# Ask first\n\nBefore **anything** is deleted.')
      await text.fill('Mine')
      await allowed(stage.world.ada, 'board.update', { boardId: board.id, agentGuidance: 'Theirs' })
      await page.getByText('This text changed after you started.').waitFor()
      await button(page, 'Save').click()
      const merge = page.getByRole('group', { name: 'Conflicting changes' })
      await merge.waitFor()
      expect(await kept()).toBe('Theirs')
      await page.getByRole('radio', { name: 'Both, theirs first' }).check()
      await button(page, 'Save result').click()
      await expect.poll(kept).toBe('Theirs\n\nMine')
      await merge.waitFor({ state: 'detached' })
      // A draft that was kept over a reload knows what it was begun from; other paragraphs are merged without a question.
      await text.fill('Theirs\n\nMine again')
      await page.goto('about:blank')
      await allowed(stage.world.ada, 'board.update', { boardId: board.id, agentGuidance: 'Newer\n\nMine' })
      await page.goto(`/boards/${board.id}/settings/guidance`)
      await page.getByText('This text changed after you started.').waitFor()
      expect(await textIn(text)).toBe('Theirs\n\nMine again')
      await page.getByText('Your unsaved draft, last changed').waitFor()
      await button(page, 'Save').click()
      await expect.poll(kept).toBe('Newer\n\nMine again')
      await expect.poll(() => page.getByText('Your unsaved draft').count()).toBe(0)
      // What was discarded is not saved by a key.
      await text.fill('Discarded')
      await button(page, 'Cancel').click()
      await text.press('Control+Enter')
      await text.fill('Newer')
      await button(page, 'Save').click()
      await expect.poll(kept).toBe('Newer')
      expect((await board.tree()).agentGuidance).not.toContain('Discarded')
    })

    test('a name that another admin has given meanwhile is kept or replaced by choice, and the description is saved beside it', async () => {
      const board = await makeBoard(stage.world)
      const now = () => board.tree()
      const page = await openBoard('ada', board, 'general')
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await page.getByLabel('Description', { exact: true }).fill('What it is for')
      await allowed(stage.world.ada, 'board.update', { boardId: board.id, name: 'Theirs' })
      await button(page, 'Save').click()
      await page.getByText('changed this to “Theirs”').waitFor()
      await expect.poll(now).toMatchObject({ name: 'Theirs', description: 'What it is for' })
      await button(page, 'Keep mine').click()
      await button(page, 'Save').click()
      await expect.poll(now).toMatchObject({ name: 'Mine', description: 'What it is for' })
      // Cancel discards both.
      await page.getByLabel('Name', { exact: true }).fill('Discarded')
      await page.getByLabel('Description', { exact: true }).fill('Discarded')
      await button(page, 'Cancel').click()
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine')
      expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('What it is for')
      expect(await button(page, 'Save').isDisabled()).toBe(true)
    })

    test('the description of a board is kept as a draft, and is merged with what another admin has saved', async () => {
      const board = await makeBoard(stage.world)
      const put = (description: string) => allowed(stage.world.ada, 'board.update', { boardId: board.id, description })
      const kept = async () => (await board.tree()).description
      await put('One\n\nTwo')
      const page = await openBoard('ada', board, 'general')
      const text = page.getByLabel('Description', { exact: true })
      const form = page.locator('form').filter({ has: text })
      // Nothing was changed, so nothing is saved.
      await text.press('Control+Enter')
      await page.waitForTimeout(100)
      expect(await form.getByText('Saved').count()).toBe(0)
      await text.fill('One\n\nMine')
      await page.goto('about:blank')
      await put('Theirs\n\nTwo')
      await page.goto(`/boards/${board.id}/settings/general`)
      await page.getByText('Your unsaved draft, last changed').waitFor()
      await page.getByText('This text changed after you started.').waitFor()
      expect(await text.inputValue()).toBe('One\n\nMine')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect.poll(kept).toBe('Theirs\n\nMine')
      await page.getByText('Your unsaved draft').waitFor({ state: 'detached' })

      await text.fill('Both of mine')
      await put('Both of theirs')
      await page.getByText('This text changed after you started.').waitFor()
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('group', { name: 'Conflicting changes' }).waitFor()
      expect(await kept()).toBe('Both of theirs')
      await page.getByRole('radio', { name: 'Your text' }).check()
      await page.getByRole('button', { name: 'Save result' }).click()
      await expect.poll(kept).toBe('Both of mine')
    })

    test('the log tells in sentences who did what, follows what happens, and is narrowed to one of them', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('vic', board, 'log')
      const log = page.getByRole('list', { name: 'Board log' })
      await log.getByText('Ada created the board').waitFor()
      const [listId = ''] = board.lists
      const card = await allowed(stage.world.robo, 'card.create', { listId, title: 'From a robot' })
      await log.getByText('Robo added a card to “To do”').waitFor()
      await page.getByLabel('What').selectOption('Cards')
      await expect.poll(() => log.locator('> li').count()).toBe(1)
      await log.getByText('From a robot').first().click()
      await log.getByRole('link', { name: `Open ${card.key}` }).waitFor()
      await allowed(stage.world.robo, 'card.update', { cardId: card.id, title: 'From our robot' })
      await expect.poll(() => log.locator('> li').count()).toBe(2)
      await log.locator('summary').first().click()
      const changed = log.getByRole('region', { name: 'What changed' })
      await changed.waitFor()
      expect([await changed.locator('del').textContent(), await changed.locator('ins').textContent()]).toEqual(['a', 'our'])
      await page.getByLabel('Who').selectOption('Ada')
      await page.getByText('No entries').waitFor()
    })

    test('what the service does by itself stands in the log under its name', async () => {
      const board = await makeBoard(stage.world)
      const { clock, service } = stage.world.tandem
      await board.card('Tomorrow', { dueAt: new Date(clock.now() + 3_600_000).toISOString() })
      await service.workers.dueReminders.runOnce()
      const page = await openBoard('vic', board, 'log')
      const reminder = page.getByRole('list', { name: 'Board log' }).getByRole('listitem').filter({ hasText: 'due' })
      await reminder.getByRole('img', { name: 'Tandem' }).waitFor()
    })

    test('who may not change it reads it, and is offered nothing', async () => {
      const board = await makeBoard(stage.world)
      const page = await openBoard('vic', board, 'general')
      expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
      expect(await button(page, 'Archive board').count()).toBe(0)
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByRole('list', { name: 'People' }).waitFor()
      expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0)
      expect(await button(page, 'Add member').count()).toBe(0)
      await page.getByRole('link', { name: 'People and agents' }).waitFor({ state: 'detached' })
      await page.goto('/settings/people')
      await page.getByText('Page not found').waitFor()
    })
  })

  test('the instance admin finds an account by a part of its address, shuts it out and brings it back', async () => {
    const dora = await stage.world.tandem.register('Dora')
    const { email } = await allowed(as(stage.world.tandem, dora), 'me.get', {})
    const page = await openAs('ada', '/settings/people')
    await page.getByLabel('Name, handle or e-mail').fill((email ?? '').slice(0, -4).toUpperCase())
    const act = async (name: string) => {
      await button(page, 'More actions for Dora').click()
      await page.getByRole('menuitem', { name }).click()
      await confirm(page, name)
    }
    await expect.poll(() => page.getByRole('list', { name: 'People and agents' }).getByRole('listitem').count()).toBe(1)
    await act('Deactivate')
    await row(page, 'Dora').getByText('Deactivated').waitFor()
    expect((await fetch(`${stage.world.tandem.url}/api/me`, { headers: { cookie: dora.cookie ?? '' } })).status).toBe(401)
    await act('Reactivate')
    await expect.poll(async () => (await allowed(stage.world.ada, 'admin.actors.list', { q: email ?? '' }))[0]?.deactivatedAt).toBeNull()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Changed an account').first().waitFor()
  })

  const looked = 'is accessible in light, in dark and on a phone'
  test(`every page of a person, and the list of them, ${looked}`, async () => {
    await allowed(stage.world.ada, 'token.create', { label: 'Laptop', scopes: ['boards:read'], expiresAt: new Date().toISOString() })
    const visitor = await stage.visitAs('ada')
    for (const page of ['', ...personalPages]) await expectAccessibleInEachLook(visitor, `/settings/${page}`)
  })

  test(`every page of a board, and the list of them, ${looked}`, async () => {
    const board = await makeBoard(stage.world)
    await allowed(stage.world.ada, 'label.create', { boardId: board.id, name: 'bug', color: 'red' })
    await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['L', 'S'] })
    await allowed(stage.world.ada, 'member.add', { boardId: board.id, email: 'who@example.com', role: 'viewer' })
    const visitor = await stage.visitAs('ada')
    for (const page of ['', ...boardPages]) await expectAccessibleInEachLook(visitor, `/boards/${board.id}/settings/${page}`)
  })
})
