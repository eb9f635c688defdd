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
    if (url === null) return [warn('PORT is 0 and there is no PUBLIC_URL: e-mails and invitations have no link', 'Set PUBLIC_URL.')]
    const findings =
      config.PUBLIC_URL === undefined
        ? [ok(`absent: the service is for this machine, at ${localUrl(config)}`)]
        : [profileOf(url), ...proxyBefore(config)]
    const answer = await askVersion(url)
    if (typeof answer !== 'string') return [...findings, ok(`a Tandem ${answer.version} answers at ${url}`)]
    return [...findings, warn(`no Tandem answers at ${url}: ${answer}`, 'Start it; if it runs, check PUBLIC_URL, the proxy and the name.')]
  },
}

function profileOf(url: string) {
  if (url.startsWith('https:')) return ok(`${url}, with Secure cookies`)
  if (/^http:\/\/(localhost|127\.|\[::1\])/.test(url)) return ok(`${url}, on this machine`)
  return warn(
    `${url} is not https: passwords and tokens travel in clear`,
    'Put a proxy with a certificate before it, and set PUBLIC_URL to https.',
  )
}

/** The service speaks no TLS itself. */
function proxyBefore({ PUBLIC_URL, TRUST_PROXY }: Config) {
  if (!PUBLIC_URL?.startsWith('https:') || TRUST_PROXY !== 'false') return []
  return [
    warn(
      'a proxy stands before the service, and TRUST_PROXY is false: everybody shares the limits of its address',
      'Set TRUST_PROXY to the proxy: loopback, uniquelocal or its address.',
    ),
  ]
}

async function askVersion(url: string): Promise<{ version: string } | string> {
  try {
    const response = await fetch(`${url}/api/version`, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    const body = (await response.json()) as { version?: unknown }
    return response.ok && typeof body.version === 'string' ? { version: body.version } : `it answered ${response.status}`
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
          'webhooks may reach private addresses of a service that the public can use',
          'Set OUTBOUND_ALLOW_PRIVATE=false, and name exceptions in OUTBOUND_ALLOWED.',
        ),
      ]
    const besides = config.OUTBOUND_ALLOWED === '' ? '' : `, and ${config.OUTBOUND_ALLOWED}`
    return [ok(allowPrivate ? 'webhooks may reach private addresses too' : `webhooks reach public addresses only${besides}`)]
  },
}

export const mail: Check = {
  name: 'mail',
  async run({ config: { SMTP_URL, MAIL_FROM } }) {
    if (SMTP_URL === undefined)
      return [
        warn('there is no SMTP_URL: no e-mails for invitations, questions and new passwords', 'Set SMTP_URL, or hand out links yourself.'),
      ]
    const limits = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
    const transport = createTransport({ url: SMTP_URL, ...limits, disableFileAccess: true, disableUrlAccess: true })
    try {
      await transport.verify()
      return [ok(`the mail server accepts the login; e-mails come from ${MAIL_FROM}`)]
    } catch (error) {
      return [fail(`the mail server at ${new URL(SMTP_URL).host} does not take us: ${reasonOf(error)}`, 'Check SMTP_URL.')]
    } finally {
      transport.close()
    }
  },
}

export const mailIn: Check = {
  name: 'mail in',
  async run({ config: { MAIL_IN_ADDRESS, MAIL_IN_IMAP_URL, MAIL_IN_SECRET } }) {
    if (MAIL_IN_ADDRESS === undefined) return [ok('not set: replies by email are off')]
    const target = MAIL_IN_IMAP_URL === undefined ? null : mailboxTarget(MAIL_IN_IMAP_URL)
    const byHttp = MAIL_IN_SECRET === undefined ? [] : [ok(`replies to ${MAIL_IN_ADDRESS} arrive at POST /mail/in`)]
    if (!target) return byHttp
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow(mailboxOptions(target, patienceMs))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.mailboxOpen(target.mailbox)
      return [...byHttp, ok(`replies to ${MAIL_IN_ADDRESS} are taken from ${target.shown}`)]
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
    if (REDIS_URL === undefined) return [ok('absent: instances talk by the database')]
    const { createClient } = await import('@redis/client')
    const client = createClient({ url: REDIS_URL, socket: { connectTimeout: patienceMs, reconnectStrategy: false } })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return [ok(`Redis answers at ${new URL(REDIS_URL).host}`)]
    } catch (error) {
      return [
        fail(
          `Redis at ${new URL(REDIS_URL).host} does not answer: ${reasonOf(error)}`,
          'Check REDIS_URL. Until it does, instances limit each for itself.',
        ),
      ]
    } finally {
      client.destroy()
    }
  },
}
