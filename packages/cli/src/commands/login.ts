import { hostname } from 'node:os'
import { type Client, createClient } from '@tandem/client'
import { type InputOf, type NewToken, plainScopes, TandemError } from '@tandem/contract'
import { serviceUrl } from '../connection.ts'
import { Complaint } from '../failures.ts'
import { keptPath, readKept, writeKept } from '../login-file.ts'
import { count, separated } from '../read-option.ts'
import { command, flag, parsed, text } from '../spec.ts'
import { ask, askSecret, canAsk, readStdin } from '../terminal/ask.ts'
import { columns, line, plural } from '../terminal/terminal.ts'

/** Signing in and out, and the current account. */
const dayMs = 86_400_000
/** All scopes of a person; `admin` covers the rest. */
const everything = ['admin', 'sessions:write', 'notifications:write', 'tokens:write'] as const

export const login = [
  command({
    words: 'login [url]',
    about: 'sign in to a service: a token is created and stored, readable only by you',
    detail:
      'Asks for e-mail and password; the password is not shown, not stored, and never read from the command line.\nThe token is stored in tandem/logins.json in XDG_CONFIG_HOME (default: ~/.config).',
    options: {
      email: text('email', 'your e-mail; otherwise you are asked for it'),
      passwordStdin: flag('read the password from standard input'),
      token: flag('use an existing token: from TANDEM_TOKEN, typed in, or piped in'),
      scopes: parsed('scopes', `scopes of the token, comma-separated; default: ${everything.join(',')}`, separated),
      days: count('n', 'the token expires after this many days; default: never'),
    },
    examples: [
      ['tandem login https://tandem.example.com', 'asks for e-mail and password'],
      ['pass show work | tandem login https://tandem.example.com --email ada@example.com --password-stdin', 'from a password manager'],
      ['tandem login https://tandem.example.com --token < robo.token', 'as an agent, with its token'],
    ],
    async run({ args, options, url: urlInForce, terminal }) {
      const url = args.url === undefined ? await urlInForce() : serviceUrl(args.url)
      if (/^http:\/\/(?!(localhost|127\.|\[::1\]))/.test(url)) terminal.note(`${url} does not use https: others can read what you send.`)
      const { token, tokenId } = options.token ? await givenToken() : await mintedToken(url, options)
      const me = await createClient({ url, token }).call('me.get')
      const kept = await readKept()
      const before = kept.services[url]
      kept.services[url] = { token, tokenId, actorId: me.id, name: me.name, minted: [] }
      await writeKept({ ...kept, current: url })
      if (process.env.TANDEM_TOKEN && !options.token)
        terminal.note('TANDEM_TOKEN is set, and takes precedence over this login until you unset it.')
      if (before && before.token !== token)
        terminal.note('Your earlier login there was replaced; its token is still valid until you revoke it.')
      return {
        value: { url, actorId: me.id, name: me.name, handle: me.handle },
        text: `Signed in to ${url} as ${line(me.name)} (@${me.handle}).`,
      }
    },
  }),
  command({
    words: 'logout [url]',
    about: 'sign out of a service: the stored token is revoked and removed',
    options: {
      keepToken: flag('only remove it locally; the token stays valid'),
      force: flag('also revoke the tokens that were created with it'),
    },
    examples: [
      ['tandem logout', 'from the service that you signed in to last'],
      ['tandem logout --keep-token', 'when tokens that you created with this login are still needed'],
    ],
    async run({ args, options, url: urlInForce }) {
      const url = args.url === undefined ? await urlInForce() : serviceUrl(args.url)
      const kept = await readKept()
      const login = kept.services[url]
      if (!login)
        throw new Complaint(
          'not found',
          `You are not signed in to ${url}. Signed in to: ${Object.keys(kept.services).join(', ') || 'none'}.`,
        )
      const revoked =
        options.keepToken || login.tokenId === null
          ? false
          : await revoke(url, { ...login, tokenId: login.tokenId }, options.force === true)
      delete kept.services[url]
      await writeKept({ ...kept, current: kept.current === url ? (Object.keys(kept.services)[0] ?? null) : kept.current })
      return {
        value: { url, revoked },
        text: `Signed out of ${url}; token ${revoked ? 'revoked' : 'kept'}.`,
      }
    },
  }),
  command({
    words: 'whoami',
    about: 'show who you are signed in as, and the scopes of your token',
    examples: [['tandem whoami', 'and where the token comes from']],
    async run({ connect, terminal }) {
      const { client, url } = await connect()
      const me = await client.call('me.get')
      const rows = [
        ['service', url],
        ['account', `${line(me.name)} (@${me.handle}), ${me.kind}, ${me.id}`],
        ...(me.email === null ? [] : [['e-mail', line(me.email)]]),
        ...(me.isInstanceAdmin ? [['rights', 'instance admin']] : []),
        ['scopes', (me.auth.scopes ?? []).join(' ')],
        ['token from', process.env.TANDEM_TOKEN ? 'TANDEM_TOKEN' : keptPath()],
      ]
      return { value: { url, ...me }, text: columns(rows.map(([name = '', value = '']) => [terminal.paint('dim', name), value])) }
    },
  }),
]

type Minting = { email: string | undefined; passwordStdin: boolean | undefined; scopes: string[] | undefined; days: number | undefined }

/** Signs in like a browser, creates the token, and signs out again, so that only the token remains. */
async function mintedToken(url: string, options: Minting): Promise<{ token: string; tokenId: string }> {
  refuseUnknownScopes(options.scopes ?? [])
  const piped = 'Pipe the password in with --password-stdin and --email, or use --token.'
  const email = options.email ?? (await ask('E-mail:', piped))
  const password = options.passwordStdin ? await readStdin('The password') : await askSecret('Password:', piped)
  const client = createClient({ url })
  await client.call('auth.login', { email, password })
  const expiresAt = options.days === undefined ? null : new Date(Date.now() + options.days * dayMs).toISOString()
  const label = `tandem on ${hostname()}`.slice(0, 100)
  const made = await mintIn(client, { label, scopes: [...(options.scopes ?? everything)], expiresAt })
  if (made.token === null) throw new Complaint('refused or failed', 'The new token was not received. Run tandem login again.')
  return { token: made.token, tokenId: made.id }
}

async function mintIn(client: Client, wanted: InputOf<'token.create'>): Promise<NewToken> {
  try {
    return await client.call('token.create', wanted)
  } finally {
    await client.call('auth.logout')
  }
}

function refuseUnknownScopes(scopes: readonly string[]): void {
  const known: readonly string[] = plainScopes
  const unknown = scopes.find((scope) => !known.includes(scope) && !scope.startsWith('board:'))
  if (unknown !== undefined) throw new Complaint('wrong usage', `Unknown scope ${unknown}. Use: ${plainScopes.join(', ')}, or board:<id>.`)
}

async function givenToken(): Promise<{ token: string; tokenId: null }> {
  const token = process.env.TANDEM_TOKEN || (canAsk() ? await askSecret('Token:', '') : await readStdin('The token'))
  if (!token.trim().startsWith('kbt_')) throw new Complaint('wrong usage', 'Not a token: tokens start with kbt_.')
  return { token: token.trim(), tokenId: null }
}

const hasEnded: ReadonlySet<string> = new Set(['invalid_token', 'not_found'])

/** False if it had ended before. Throws Complaint if tokens in use would end with it. */
async function revoke(url: string, login: { token: string; tokenId: string; minted: string[] }, force: boolean): Promise<boolean> {
  const client = createClient({ url, token: login.token })
  try {
    const active = (await client.call('token.list')).filter(({ id }) => login.minted.includes(id))
    if (active.length > 0 && !force) throw wouldEndToo(active.map(({ label, lastFour }) => `  ${line(label)} (…${lastFour})`))
    await client.call('token.revoke', { tokenId: login.tokenId })
    return true
  } catch (error) {
    if (error instanceof TandemError && hasEnded.has(error.code)) return false
    throw error
  }
}

function wouldEndToo(lines: string[]): Complaint {
  return new Complaint(
    'refused or failed',
    `${plural(lines.length, 'token')} created with this login would be revoked too:\n${lines.join('\n')}\nUse --keep-token to keep them, or --force to revoke them.`,
  )
}
