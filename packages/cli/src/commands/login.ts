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
    about: 'sign in to a service: a token is made and kept for you alone',
    detail:
      'Asks for e-mail and password; the password is not shown, not kept, and never taken from the command line.\nThe token lies in logins.json below XDG_CONFIG_HOME (~/.config/tandem), which only you can read.',
    options: {
      email: text('email', 'in place of being asked for it'),
      passwordStdin: flag('read the password from standard input'),
      token: flag('with a token that you have: TANDEM_TOKEN, typed in, or piped in'),
      scopes: parsed('scopes', `scopes of the token, comma-separated; ${everything.join(',')} when absent`, separated),
      days: count('n', 'the token ends after so many days; never when absent'),
    },
    examples: [
      ['tandem login https://tandem.example.com', 'asks for e-mail and password'],
      ['pass show work | tandem login https://tandem.example.com --email ada@example.com --password-stdin', 'from a password manager'],
      ['tandem login https://tandem.example.com --token < robo.token', 'as an agent, with its token'],
    ],
    async run({ args, options, url: urlInForce, terminal }) {
      const url = args.url === undefined ? await urlInForce() : serviceUrl(args.url)
      if (/^http:\/\/(?!(localhost|127\.|\[::1\]))/.test(url)) terminal.note(`${url} is not https: others can read what is sent there.`)
      const { token, tokenId } = options.token ? await givenToken() : await mintedToken(url, options)
      const me = await createClient({ url, token }).call('me.get')
      const kept = await readKept()
      const before = kept.services[url]
      kept.services[url] = { token, tokenId, actorId: me.id, name: me.name, minted: [] }
      await writeKept({ ...kept, current: url })
      if (process.env.TANDEM_TOKEN && !options.token) terminal.note('TANDEM_TOKEN is set, and wins over this login until you unset it.')
      if (before && before.token !== token)
        terminal.note('Your earlier login there is no longer kept here; its token is still good until you revoke it.')
      return {
        value: { url, actorId: me.id, name: me.name, handle: me.handle },
        text: `Signed in to ${url} as ${line(me.name)} (@${me.handle}).`,
      }
    },
  }),
  command({
    words: 'logout [url]',
    about: 'sign out of a service: the kept token is revoked and forgotten',
    options: {
      keepToken: flag('forget it here only; it stays good'),
      force: flag('also when tokens end with it that were made with it'),
    },
    examples: [
      ['tandem logout', 'of the service that you signed in to last'],
      ['tandem logout --keep-token', 'when others depend on tokens that you made with this login'],
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
        text: `Signed out of ${url}${revoked ? ', and the token is revoked' : '; the token itself is as it was'}.`,
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
        ['actor', `${line(me.name)} (@${me.handle}), ${me.kind}, ${me.id}`],
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
  if (made.token === null) throw new Complaint('refused or failed', 'The token was lost on the way. Run tandem login again.')
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
  if (unknown !== undefined)
    throw new Complaint('wrong usage', `${unknown} is no scope. There are: ${plainScopes.join(', ')}, and board:<id>.`)
}

async function givenToken(): Promise<{ token: string; tokenId: null }> {
  const token = process.env.TANDEM_TOKEN || (canAsk() ? await askSecret('Token:', '') : await readStdin('The token'))
  if (!token.trim().startsWith('kbt_')) throw new Complaint('wrong usage', 'That is no token: one begins with kbt_.')
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
    `${plural(lines.length, 'token')} made with this login would end with it:\n${lines.join('\n')}\nTake --keep-token to leave them all at work, or --force to end them.`,
  )
}
