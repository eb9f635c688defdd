import { createTransport } from 'nodemailer'
import { isPublicProfile, localUrl, mayReachPrivateAddresses, webUrl } from '../../config/derived.ts'
import type { Config } from '../../config.ts'
import { mailboxOptions, mailboxTarget } from '../../mailbox-target.ts'
import { addressPolicy } from '../../outbound/addresses.ts'
import { type Check, fail, ok, reasonOf, warn } from './check.ts'

/** Checks of the addresses at which the service is reached, and of those that it reaches. */
const patienceMs = 5_000

export const publicUrl: Check = {
  name: 'public URL',
  async run({ config }) {
    const url = webUrl(config)
    if (url === null) return [warn('PORT is 0 and PUBLIC_URL is not set: e-mails and invitations have no links', 'Set PUBLIC_URL.')]
    const findings =
      config.PUBLIC_URL === undefined
        ? [ok(`not set: the service is for this machine, at ${localUrl(config)}`)]
        : [profileOf(url), ...proxyBefore(config)]
    const answer = await askVersion(url)
    if (typeof answer !== 'string') return [...findings, ok(`Tandem ${answer.version} responds at ${url}`)]
    return [
      ...findings,
      warn(`Tandem does not respond at ${url}: ${answer}`, 'Start it. If it is running, check PUBLIC_URL, the proxy and DNS.'),
    ]
  },
}

function profileOf(url: string) {
  if (url.startsWith('https:')) return ok(`${url}, with Secure cookies`)
  if (/^http:\/\/(localhost|127\.|\[::1\])/.test(url)) return ok(`${url}, on this machine`)
  return warn(
    `${url} is not https: passwords and tokens are sent unencrypted`,
    'Use a proxy with TLS, and set PUBLIC_URL to its https URL.',
  )
}

/** The service speaks no TLS itself. */
function proxyBefore({ PUBLIC_URL, TRUST_PROXY }: Config) {
  if (!PUBLIC_URL?.startsWith('https:') || TRUST_PROXY !== 'false') return []
  return [
    warn(
      'requests come through a proxy, and TRUST_PROXY is false: all clients share the limits of its address',
      'Set TRUST_PROXY to the proxy: loopback, uniquelocal or its address.',
    ),
  ]
}

async function askVersion(url: string): Promise<{ version: string } | string> {
  try {
    const response = await fetch(`${url}/api/version`, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    const body = (await response.json()) as { version?: unknown }
    return response.ok && typeof body.version === 'string' ? { version: body.version } : `the response was ${response.status}`
  } catch (error) {
    return reasonOf(error)
  }
}

export const outbound: Check = {
  name: 'outbound',
  async run({ config }) {
    const allowPrivate = mayReachPrivateAddresses(config)
    try {
      addressPolicy({ allowPrivate, allowed: config.OUTBOUND_ALLOWED })
    } catch (error) {
      return [fail(reasonOf(error), 'Fix OUTBOUND_ALLOWED.')]
    }
    if (allowPrivate && isPublicProfile(config))
      return [
        warn(
          'webhooks may reach private addresses, although the service is public',
          'Set OUTBOUND_ALLOW_PRIVATE=false, and list exceptions in OUTBOUND_ALLOWED.',
        ),
      ]
    const besides = config.OUTBOUND_ALLOWED === '' ? '' : `, and ${config.OUTBOUND_ALLOWED}`
    return [ok(allowPrivate ? 'webhooks may also reach private addresses' : `webhooks may reach only public addresses${besides}`)]
  },
}

export const mail: Check = {
  name: 'mail',
  async run({ config: { SMTP_URL, MAIL_FROM } }) {
    if (SMTP_URL === undefined)
      return [
        warn(
          'SMTP_URL is not set: no e-mails for invitations, questions and new passwords',
          'Set SMTP_URL, or pass on the links yourself.',
        ),
      ]
    const limits = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
    const transport = createTransport({ url: SMTP_URL, ...limits, disableFileAccess: true, disableUrlAccess: true })
    try {
      await transport.verify()
      return [ok(`the mail server accepts the login; e-mails come from ${MAIL_FROM}`)]
    } catch (error) {
      return [
        fail(
          `the mail server at ${new URL(SMTP_URL).host} did not accept the connection or the login: ${reasonOf(error)}`,
          'Check SMTP_URL.',
        ),
      ]
    } finally {
      transport.close()
    }
  },
}

export const mailIn: Check = {
  name: 'mail in',
  async run({ config: { MAIL_IN_ADDRESS, MAIL_IN_IMAP_URL, MAIL_IN_SECRET } }) {
    if (MAIL_IN_ADDRESS === undefined) return [ok('not set: replies by e-mail are off')]
    const target = MAIL_IN_IMAP_URL === undefined ? null : mailboxTarget(MAIL_IN_IMAP_URL)
    const byHttp = MAIL_IN_SECRET === undefined ? [] : [ok(`replies to ${MAIL_IN_ADDRESS} arrive at POST /mail/in`)]
    if (!target) return byHttp
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow(mailboxOptions(target, patienceMs))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.mailboxOpen(target.mailbox)
      return [...byHttp, ok(`replies to ${MAIL_IN_ADDRESS} are read from ${target.shown}`)]
    } catch (error) {
      const { responseText } = error as { responseText?: string }
      const why = reasonOf(responseText === undefined ? error : new Error(responseText))
      return [...byHttp, fail(`the mailbox ${target.shown} cannot be read: ${why}`, 'Check MAIL_IN_IMAP_URL.')]
    } finally {
      client.close()
    }
  },
}

export const redis: Check = {
  name: 'redis',
  async run({ config: { REDIS_URL } }) {
    if (REDIS_URL === undefined) return [ok('not set: instances use the database')]
    const { createClient } = await import('@redis/client')
    const client = createClient({ url: REDIS_URL, socket: { connectTimeout: patienceMs, reconnectStrategy: false } })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return [ok(`Redis responds at ${new URL(REDIS_URL).host}`)]
    } catch (error) {
      return [
        fail(
          `Redis at ${new URL(REDIS_URL).host} does not respond: ${reasonOf(error)}`,
          'Check REDIS_URL. Until it responds, each instance has its own rate limits.',
        ),
      ]
    } finally {
      client.destroy()
    }
  },
}
