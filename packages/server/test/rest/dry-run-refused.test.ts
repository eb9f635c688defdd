import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestService, type TestService } from '../kit/service.ts'

/** Routes that act outside the door of the operations: none of them can be tried. */
let tandem: TestService
const email = 'ada@example.com'
beforeAll(async () => {
  const provider = { id: 'acme', name: 'Acme', issuer: 'http://127.0.0.1:9', clientId: 'tandem', clientSecret: 'secret' }
  const environment = {
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'http://tandem.test',
    ALLOWED_HOSTS: '127.0.0.1',
    MAIL_FROM: 'Tandem <tandem@mail.test>',
    MAIL_IN_ADDRESS: 'reply@tandem.test',
    MAIL_IN_SECRET: 'a-secret-of-the-mail-host-0123456789',
    INTEGRATION_SECRET_KEY: '5e'.repeat(32),
    OIDC_PROVIDERS: JSON.stringify([provider]),
  }
  tandem = await startTestService({ environment })
  await tandem.register('Ada', { email })
})
afterAll(() => tandem?.stop())

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
test.each([
  ['POST', '/mail/in', 'message/rfc822', 'Subject: Hello'],
  ['POST', '/mail/in/mime', form, 'body-mime=x'],
  ['POST', '/oauth/register', json, JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'], client_name: 'Tried' })],
  ['POST', '/oauth/token', form, 'grant_type=refresh_token&client_id=x&refresh_token=x'],
  ['POST', '/oauth/revoke', form, 'token=x'],
  ['POST', '/oauth/authorize', form, 'decision=allow'],
  ['POST', '/oauth/sign-in', form, new URLSearchParams({ email, password }).toString()],
  ['GET', '/oidc/acme/start', json, undefined],
  ['POST', '/oidc/acme/start', json, '{}'],
  ['GET', '/oidc/acme/callback', json, undefined],
  ['POST', '/connect/a-token', form, ''],
] as const)(
  '%s %s refuses a dry run before it does anything',
  { meta: { proves: ['dry-run.elsewhere'] } },
  async (method, path, type, body) => {
    const ask = (headers: Record<string, string>) => {
      const more = body === undefined ? {} : { body }
      return fetch(tandem.url + path, {
        method,
        redirect: 'manual',
        headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
        ...more,
      })
    }
    const clients = async () => (await tandem.database.pool.query('select name from oauth_clients')).rows
    const before = await clients()
    const refused = await ask({ prefer: 'respond-async, dry-run' })
    const text = await refused.text()
    expect([refused.status, text.includes('A dry run is not possible'), refused.headers.getSetCookie()], text).toEqual([400, true, []])
    expect(await clients()).toEqual(before)
    expect(await (await ask({})).text()).not.toContain('A dry run is not possible')
  },
)
