import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowed } from '../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../conformance/src/world.ts'
import { type MailServer, startMailServer } from '../../../packages/server/test/kit/servers/mail-server.ts'
import { client, type RealProvider, startRealProvider } from '../../../packages/server/test/kit/servers/providers.ts'
import { password, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { expectAccessible, expectAccessibleNow, widthNeeded } from './kit/accessible.ts'
import { inTheBrowser, list } from './kit/stage.ts'

let provider: RealProvider
let mail: MailServer
const environment = (): Record<string, string> => ({
  OIDC_PROVIDERS: JSON.stringify([{ id: 'acme', name: 'Acme', issuer: provider.issuer, ...client }]),
})

async function surroundings(): Promise<Record<string, string>> {
  provider = await startRealProvider()
  mail = await startMailServer()
  return { ...environment(), SMTP_URL: mail.url }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The signed-in user of this browser, after the return from the provider. */
const whoIs = async (page: Page) => (await page.request.get('/api/me')).json()

inTheBrowser(
  'signing in',
  (stage) => {
    /** The same service, as it is where no passwords are taken. */
    let withoutPasswords: TestService

    beforeAll(async () => {
      const { address } = stage.world.tandem
      withoutPasswords = await startTestService({ address, environment: { ...environment(), LOCAL_LOGIN: 'false' } })
    })
    afterAll(async () => {
      await withoutPasswords?.stop()
      provider?.stop()
      await mail?.stop()
    })

    const comesAs = (name: string, at = stage.world.tandem.url) => {
      provider.serve(`${at}/oidc/acme/callback`)
      const email = `${name.toLowerCase()}@acme.example`
      provider.as = { sub: `acme-${name}`, email, email_verified: true, name }
      return email
    }

    test('a stranger comes in by the button, to where they wanted to go, and an invitation comes along', async () => {
      comesAs('Nora')
      const { page } = await stage.visitAs(null, { timezoneId: 'Pacific/Chatham' })
      await page.goto('/my-work')
      await button(page, 'Continue with Acme').click()
      await page.getByRole('heading', { name: 'My work' }).waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/my-work')
      expect(await whoIs(page)).toMatchObject({ name: 'Nora', email: 'nora@acme.example', timezone: 'Pacific/Chatham' })

      const board = await makeBoard(stage.world)
      const invited = await allowed(stage.world.ada, 'member.add', { boardId: board.id, email: 'otto@example.com', role: 'member' })
      comesAs('Otto')
      const { page: second } = await stage.visitAs(null)
      await second.goto(`/invite/${'inviteUrl' in invited ? invited.inviteUrl?.split('/invite/')[1] : ''}`)
      await button(second, 'Continue with Acme').click()
      await list(second, 'To do').waitFor()
      expect((await board.tree()).members.map(({ name }) => name)).toContain('Otto')
    })

    test('who has an account connects the provider in the settings, signs in by it, and disconnects it again', async () => {
      const email = comesAs('Mia')
      const { page } = await stage.visitAs('mia')
      await page.goto('/settings/signIn')
      await page.getByText('No connected accounts yet.').waitFor()
      await button(page, 'Connect Acme').click()
      const connected = page.getByRole('listitem').filter({ hasText: email })
      await connected.waitFor()

      const { page: elsewhere } = await stage.visitAs(null)
      await elsewhere.goto('/sign-in')
      await button(elsewhere, 'Continue with Acme').click()
      await elsewhere.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
      expect((await whoIs(elsewhere)).id).toBe(stage.world.mia.actorId)

      await button(page, 'Disconnect Acme').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
      await page.getByText('No connected accounts yet.').waitFor()
      await expect.poll(() => allowed(stage.world.mia, 'me.identities.list', {})).toEqual([])
    })

    test('one sees where one is signed in, and signs out there', async () => {
      const email = (await allowed(stage.world.mia, 'me.get', {})).email ?? ''
      const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
      const body = JSON.stringify({ email, password })
      for (const device of [firefox, 'curl'])
        await fetch(`${stage.world.tandem.url}/api/auth/login`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'user-agent': device },
        })
      const { page } = await stage.visitAs('mia')
      await page.goto('/settings/signIn')
      const where = page.getByRole('list', { name: 'Where you are signed in' })
      await where.getByText('This browser').waitFor()
      await where.getByText('Unknown browser').first().waitFor()
      await button(page, 'Sign out: Firefox on Windows').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect.poll(() => where.getByText('Firefox on Windows').count()).toBe(0)
      await button(page, 'Sign out everywhere else').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect.poll(() => where.getByRole('listitem').count()).toBe(1)
      await where.getByText('This browser').waitFor()
      await expect.poll(() => allowed(stage.world.mia, 'webSession.list', {})).toMatchObject([{ isCurrent: true }])
    })

    test('an e-mail that is known here opens nothing, and a provider that is away leaves one where one was', async () => {
      comesAs('Vic')
      provider.as = { ...provider.as, email: (await allowed(stage.world.vic, 'me.get', {})).email ?? '' }
      const { page } = await stage.visitAs(null)
      await page.goto('/sign-in')
      await button(page, 'Continue with Acme').click()
      await page.getByText('connect this provider in Settings').waitFor()
      expect((await page.request.get('/api/me')).status()).toBe(401)
      await page.getByRole('link', { name: 'Back to Tandem' }).click()
      const away = { error: { code: 'unavailable', message: 'Acme is not responding.' } }
      await page.route('**/oidc/acme/start', (route) => route.fulfill({ status: 503, json: away }))
      await button(page, 'Continue with Acme').click()
      await page.getByRole('alert').getByText('cannot be reached').waitFor()
    })

    test('who has forgotten a password is sent a letter, whose link takes a new one, once', async () => {
      const eve = await allowed(stage.world.eve, 'me.get', {})
      const { page } = await stage.visitAs(null)
      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await page.getByLabel('E-mail').fill(eve.email ?? '')
      await button(page, 'Send link').click()
      await page.getByText('we’ve sent it a link').waitFor()
      const secret = () => /\/reset#(\S+)/.exec(mail.letters.map(({ text }) => text).join('\n'))?.[1]
      await expect.poll(secret, { timeout: 60_000 }).toBeTruthy()
      const setPassword = async () => {
        await page.goto('/sign-up')
        await page.goto(`/reset#${secret()}`)
        await page.getByLabel('New password').fill('a horse of another colour')
        await button(page, 'Set password').click()
      }
      await setPassword()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await setPassword()
      await page.getByText('This link was already used').waitFor()
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(eve.email ?? '')
      await page.getByLabel('Password').fill('a horse of another colour')
      await button(page, 'Sign in').click()
      await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
      expect((await whoIs(page)).id).toBe(eve.id)
    })

    test('where no passwords are taken nothing asks for one', async () => {
      const { url } = withoutPasswords
      comesAs('Pia', url)
      const { page } = await stage.visitAs(null)
      for (const path of ['/sign-in', '/sign-up', '/forgot', '/reset#token']) {
        await page.goto(url + path)
        await button(page, 'Continue with Acme').waitFor()
        expect(await page.getByRole('textbox').count()).toBe(0)
        for (const name of ['Forgot your password?', 'Create an account', 'Sign in'])
          expect(await page.getByRole('link', { name }).count()).toBe(0)
      }
      await button(page, 'Continue with Acme').click()
      await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
      await page.goto(`${url}/settings`)
      await page.getByRole('link', { name: 'Sign-in', exact: true }).waitFor()
      expect(await page.getByRole('link', { name: 'Password' }).count()).toBe(0)
      await page.goto(`${url}/settings/password`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      // The only way in stays.
      await page.goto(`${url}/settings/signIn`)
      await button(page, 'Disconnect Acme').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
      await page.getByRole('alert').getByText('only way to sign in').waitFor()
    })

    test('a service without an account asks for the first one; who comes second is told so', {
      meta: { proves: ['web.route.signUp', 'auth.first-account.told'] },
    }, async () => {
      const fresh = await startTestService()
      const [{ page }, late] = [await stage.visitAs(null), await stage.visitAs(null, { phone: true, colorScheme: 'dark' })]
      const fill = async (on: Page, name: string) => {
        await on.getByLabel('Your name').fill(name)
        await on.getByLabel('E-mail').fill(`${name.toLowerCase()}@example.com`)
        await on.getByLabel('Password').fill('correct horse battery')
      }
      for (const on of [page, late.page]) {
        await on.goto(`${fresh.url}/`)
        await on.getByRole('heading', { name: 'Create the first account' }).waitFor()
        expect(await on.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
      }
      await expectAccessibleNow(late)
      await fill(page, 'Ada')
      await fill(late.page, 'Bo')
      await button(page, 'Create account').click()
      await page.getByText('Welcome. A board holds the work').waitFor()
      await button(late.page, 'Create account').click()
      await late.page.getByText('Another account was created first and').waitFor()
      const { page: third } = await stage.visitAs(null)
      await third.goto(`${fresh.url}/`)
      await third.getByRole('heading', { name: 'Sign in' }).waitFor()
      for (const one of [page, late.page, third]) await one.context().close()
      await fresh.stop()
    })

    test('a public service takes the first account without an invitation, and asks the next one for it', async () => {
      const fresh = await startTestService({ environment: { REGISTRATION: 'invite' } })
      const { page } = await stage.visitAs(null)
      await page.goto(`${fresh.url}/sign-in`)
      await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
      await fresh.register('Ada')
      await page.getByLabel('Your name').fill('Bo')
      await page.getByLabel('E-mail').fill('bo@example.com')
      await page.getByLabel('Password').fill('correct horse battery')
      await button(page, 'Create account').click()
      await page.getByRole('alert').getByText('invitation').waitFor()
      await page.getByRole('heading', { name: 'Welcome to Tandem' }).waitFor()
      // A browser may hold an unused connection. Closing the app waits for it, unless the service drains.
      await page.context().close()
      await fresh.stop()
    })

    test('the ways in are accessible, in the light, in the dark and on a phone', async () => {
      const visitor = await stage.visitAs(null)
      const { page } = visitor
      await expectAccessible(visitor, `${withoutPasswords.url}/forgot`)
      await expectAccessible(visitor, '/sign-in', () => button(page, 'Continue with Acme').waitFor())
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 360, height: 740 })
      await expectAccessibleNow(visitor)
      expect(await widthNeeded(page)).toBe(360)
    })
  },
  surroundings,
)
