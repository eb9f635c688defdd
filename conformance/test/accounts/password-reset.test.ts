import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { password, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { call } from '../../src/call.ts'
import { type Mailbox, startMailbox } from '../../src/mailbox.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'

let mailbox: Mailbox
let tandem: TestService
let email: string
const newPassword = 'another long passphrase'
const minute = 60_000

beforeAll(async () => {
  mailbox = await startMailbox()
  tandem = await startTestService({ environment: { SMTP_URL: mailbox.url, PUBLIC_URL: 'http://tandem.test' } })
})
afterAll(async () => {
  await tandem?.stop()
  await mailbox?.stop()
})
beforeEach(async () => {
  email = `${randomUUID()}@example.com`
  await tandem.register('Ada', { email })
})

const signedOut = () => ({ url: tandem.url, headers: {} })
const reset = (token: string, next = newPassword) => call(signedOut(), 'auth.reset', { token, newPassword: next })
const login = (typed: string) => call(signedOut(), 'auth.login', { email, password: typed })
const tokenIn = (letter: string): string => /\/reset#([\w-]+)/.exec(letter)?.[1] ?? ''
async function newToken(): Promise<string> {
  await allowed(signedOut(), 'auth.forgot', { email })
  return tokenIn(await mailbox.letterTo(email, tandem))
}

scenario('a reset request answers the same for every address, with and without a mail server', ['auth.forgot.always-204'], async () => {
  const quiet = await startTestService()
  await quiet.register('Ada', { email })
  for (const { anonymous } of [tandem, quiet]) {
    const answers = []
    for (const known of [email, email.toUpperCase(), `${randomUUID()}@example.com`, 'no e-mail'])
      answers.push(await anonymous.post('/api/auth/forgot', { email: known }))
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [204, '']))
  }
  await quiet.stop()
})

scenario('a letter with a token goes to an account, and none to an unknown address', ['auth.forgot.mail'], async () => {
  const stranger = `${randomUUID()}@example.com`
  await allowed(signedOut(), 'auth.forgot', { email: stranger })
  expect(await newToken()).toMatch(/^[\w-]{20,}$/)
  expect(mailbox.letters.filter(({ to }) => to.includes(email)).map(({ to }) => to)).toEqual([[email]])
  expect(mailbox.letters.filter(({ to }) => to.includes(stranger))).toEqual([])
})

scenario('the token of a letter sets a new password, once', ['auth.reset.sets-password', 'auth.reset.one-use'], async () => {
  const token = await newToken()
  for (const guess of ['guess', `${token}x`, token.slice(1)])
    await refused(signedOut(), 'auth.reset', { token: guess, newPassword }, 'validation')
  await refused(signedOut(), 'auth.reset', { token, newPassword: 'short' }, 'validation')
  expect([(await login(newPassword)).status, (await login(password)).status]).toEqual([401, 200])
  expect((await reset(token)).status).toBe(204)
  expect([(await login(newPassword)).status, (await login(password)).status]).toEqual([200, 401])
  await refused(signedOut(), 'auth.reset', { token, newPassword: 'a third long passphrase' }, 'validation')
  expect((await login(newPassword)).status).toBe(200)
})

scenario('a token is good for 30 minutes', ['auth.reset.expires'], async () => {
  const early = await newToken()
  tandem.clock.advance(29 * minute)
  expect((await reset(early)).status).toBe(204)
  const late = await newToken()
  tandem.clock.advance(30 * minute)
  await refused(signedOut(), 'auth.reset', { token: late, newPassword: 'a third long passphrase' }, 'validation')
  expect((await login(newPassword)).status).toBe(200)
})
