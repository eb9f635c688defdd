import { createClient } from '@tandem/client'
import { expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { authorizeUrl, pkce, redeem, redirectUri, registerProgram } from '../../../packages/server/test/kit/oauth.ts'
import { expectAccessible, expectAccessibleNow } from './kit/accessible.ts'
import { inTheBrowser } from './kit/stage.ts'

const looks = [
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
] as const

inTheBrowser('the first run, and letting programs in', (stage) => {
  const { visitAs } = stage

  test('from nothing to an agent that has been given its first card; who comes back goes on', async () => {
    const visitor = await visitAs(null)
    const { page } = visitor
    await page.goto('/sign-up')
    await page.getByLabel('Your name').fill('Nora')
    await page.getByLabel('E-mail').fill('nora@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Welcome. A board holds the work').waitFor()
    await page.getByRole('heading', { name: 'Create your first board' }).waitFor()
    await page.getByLabel('Board name').fill('Garden')
    await page.getByRole('button', { name: 'Create board' }).click()
    await page.waitForURL('**/connect')
    await page.getByLabel('Agent name').fill('Digger')
    await page.getByRole('button', { name: 'Create agent and token' }).click()
    await page.getByText('Waiting for Digger').waitFor()
    const token = await page.getByText(/^kbt_\w+$/).textContent()
    const shown = () => page.locator('pre').last().textContent()
    await expect
      .poll(shown)
      .toBe(`claude mcp add --transport http tandem ${stage.world.tandem.url}/mcp --header "Authorization: Bearer ${token}"`)
    await page.getByLabel('Cursor').check({ force: true })
    await expect.poll(shown).toContain('mcpServers')
    expect(JSON.parse((await shown()) ?? '')).toEqual({
      mcpServers: { tandem: { url: `${stage.world.tandem.url}/mcp`, headers: { Authorization: `Bearer ${token}` } } },
    })
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 760 })
      await expectAccessibleNow(visitor)
    }
    // The token was shown once; the rest is kept.
    await page.goto('/')
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByText('The token was shown only once.').waitFor()
    expect(await page.getByText(/^kbt_\w+$/).count()).toBe(0)

    const digger = createClient({ url: stage.world.tandem.url, token: token ?? '' })
    const [board] = await digger.call('board.list', {})
    expect(board).toMatchObject({ name: 'Garden', role: 'member' })
    await page.getByText('Digger is connected.').waitFor()
    await page.getByRole('button', { name: 'Delegate the first card' }).click()
    await page.getByRole('link', { name: /^Open [A-Z0-9]+-\d+$/ }).waitFor()
    expect((await digger.call('me.work', {})).delegated_to_me.map((card) => card.title)).toEqual(['Introduce yourself to the team'])
    await page.getByRole('link', { name: /^Open [A-Z0-9]+-\d+$/ }).click()
    await page.getByText('Queued').first().waitFor()
  })

  test('a program is let in on the page of the app: sign in between, choose, and the code comes to it', async () => {
    const { ada, tandem } = stage.world
    const board = await makeBoard(stage.world, { name: 'Engine room' })
    const name = '<img src=x onerror=alert(1)>"><b>Robot</b>'
    const clientId = (await registerProgram(tandem.url, { client_name: name })).body.client_id as string
    const { verifier, challenge } = pkce()
    const address = authorizeUrl(tandem.url, {
      clientId,
      challenge,
      more: { state: '1.0', scope: 'boards:read cards:write sessions:write' },
    })
    const { email } = await allowed(ada, 'me.get', {})
    const visitor = await visitAs(null)
    const { page, context } = visitor
    const answers: URL[] = []
    await context.route(`${redirectUri}**`, (route) => {
      answers.push(new URL(route.request().url()))
      return route.fulfill({ body: 'Thank you.' })
    })
    await page.goto(address)
    await page.getByRole('heading', { name: 'An app requests access' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(email ?? '')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    // The name of the program is shown as text, also when it contains HTML.
    await page.getByRole('heading', { name: `Allow ${name} to access Tandem?` }).waitFor()
    expect(await page.locator('main img[src="x"], main b').count()).toBe(0)
    const allow = page.getByRole('button', { name: 'Allow' })
    await expect.poll(() => allow.isDisabled()).toBe(true)
    await expectAccessibleNow(visitor)
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 760 })
      await expectAccessibleNow(visitor)
    }
    await page.getByRole('radio', { name: /@robo/ }).check()
    await page.getByLabel(/Create, change, move/).uncheck()
    await page.getByLabel(/Engine room/).check()
    await allow.click()
    await expect.poll(() => answers.length).toBe(1)
    expect(Object.fromEntries(answers[0]?.searchParams ?? [])).toMatchObject({ state: '1.0', iss: tandem.url, code: expect.any(String) })
    const tokens = await redeem(tandem.url, clientId, answers[0]?.searchParams.get('code') ?? '', verifier)
    expect(tokens.body.scope).toBe('boards:read sessions:write')
    const [client] = await allowed(ada, 'oauth.client.list', {})
    expect(client).toMatchObject({ agentActorId: stage.world.robo.actorId, boardIds: [board.id] })
  })

  test('who denies sends no code, and what cannot be granted leads nowhere without a click', async () => {
    const { tandem } = stage.world
    const clientId = (await registerProgram(tandem.url)).body.client_id as string
    const { page, context } = await visitAs('ada')
    const answers: URL[] = []
    await context.route(`${redirectUri}**`, (route) => {
      answers.push(new URL(route.request().url()))
      return route.fulfill({ body: 'Thank you.' })
    })
    await page.goto(authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more: { scope: 'admin' } }))
    await page.getByRole('heading', { name: 'Access cannot be granted' }).waitFor()
    await page.getByText('None of the permissions that the app requests can be granted.').waitFor()
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByText('Keine der Berechtigungen, die die App anfragt, kann erteilt werden.').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    expect(answers).toEqual([])
    await page.goto(authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge }))
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.poll(() => answers.map((answer) => answer.searchParams.get('error'))).toEqual(['access_denied'])
  })

  test('the way to the first agent is accessible, and can be waved away', async () => {
    const { eve } = stage.world
    const visitor = await visitAs(null)
    const [cookieName = '', value = ''] = (eve.headers.cookie ?? '').split('=')
    await visitor.context.addCookies([{ name: cookieName, value, url: stage.world.tandem.url }])
    await expectAccessible(visitor, '/')
    await allowed(eve, 'board.create', { name: 'Lonely' })
    const { page } = visitor
    await page.goto('/')
    await page.getByText('Connect your first agent.').waitFor()
    await page.getByRole('button', { name: 'Do not show this again' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'Lonely' }).first().waitFor()
    expect(await page.getByText('Connect your first agent.').count()).toBe(0)
    await expectAccessible(visitor, '/connect')
  })
})
