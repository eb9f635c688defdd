import { z } from 'zod'
import type { Clock } from '../../kernel/common/clock.ts'
import { type Client, OAuthRefusal } from '../../kernel/oauth.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { nameFrom } from './clients.ts'
import { redirectProblem } from './redirects.ts'

/**
 * Clients described by a document on the web; its address is their id. It is fetched through the guard of all outbound calls, so that a
 * client cannot make us call addresses of our own network. Specification: design/mcp.md §1 and §4, reliability O1.
 */
export type ClientDocuments = {
  /** Whether the id is for this: an https address. */
  isFor(clientId: string): boolean
  /** Reads the document on behalf of `actorId`. Throws invalid_client. */
  read(clientId: string, actorId: string): Promise<Client>
}

const [timeoutMs, atMostBytes] = [5_000, 65_536]
const [minute, hour] = [60_000, 3_600_000]
const [shortestMs, longestMs, failureMs] = [5 * minute, 24 * hour, minute]
/** A slow host delays only the person whose request named it. */
const [mostRemembered, mostAtOnce, mostOfOne] = [1_000, 32, 2]

type Known = { client: Client | OAuthRefusal; untilMs: number }

export function createClientDocuments({ outbound, clock }: { outbound: Outbound; clock: Clock }): ClientDocuments {
  const known = new Map<string, Known>()
  const underWay = new Map<string, { actorId: string; fetching: Promise<Known> }>()
  return {
    isFor: (clientId) => clientId.startsWith('https://'),
    async read(clientId, actorId) {
      const { client } = recall(clientId) ?? (await fetchOnce(clientId, actorId))
      if (client instanceof OAuthRefusal) throw client
      return client
    },
  }

  function recall(clientId: string): Known | undefined {
    const found = known.get(clientId)
    return found && clock.now() < found.untilMs ? found : undefined
  }

  /** Callers at the same time share one request. */
  function fetchOnce(clientId: string, actorId: string): Promise<Known> {
    const begun = underWay.get(clientId)
    if (begun) return begun.fetching
    const own = [...underWay.values()].filter((each) => each.actorId === actorId).length
    if (own >= mostOfOne || underWay.size >= mostAtOnce)
      throw new OAuthRefusal(
        'invalid_client',
        'Too many client documents are being fetched. Try again in a few seconds.',
        'consentAppUnknown',
      )
    const fetching = learn(clientId).finally(() => underWay.delete(clientId))
    underWay.set(clientId, { actorId, fetching })
    return fetching
  }

  async function learn(clientId: string): Promise<Known> {
    const found = await fetchDocument(clientId)
    if (known.size >= mostRemembered) known.delete(known.keys().next().value ?? '')
    known.set(clientId, found)
    return found
  }

  async function fetchDocument(clientId: string): Promise<Known> {
    const problem = addressProblem(clientId)
    if (problem) return failed(problem)
    const got = await outbound.get(clientId, { headers: { accept: 'application/json' }, timeoutMs, atMostBytes })
    if ('problem' in got) return failed(`Its document could not be fetched (${got.problem}).`)
    if (got.status !== 200) return failed(`Its URL responded with ${got.status} instead of its document.`)
    const client = clientIn(got.body, clientId)
    if (typeof client === 'string') return failed(client)
    return { client, untilMs: clock.now() + freshMs(got.cacheControl) }
  }

  function failed(why: string): Known {
    const refusal = new OAuthRefusal(
      'invalid_client',
      `This app cannot get access. ${why} Tell its author, or try again in a minute.`,
      'consentAppUnknown',
    )
    return { client: refusal, untilMs: clock.now() + failureMs }
  }
}

const longestAddress = 2_048

function addressProblem(clientId: string): string | null {
  if (clientId.length > longestAddress || !URL.canParse(clientId)) return 'Its id is no address.'
  const { protocol, username, password, hash, pathname } = new URL(clientId)
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '' || clientId.includes('#'))
    return 'Its id must be an https URL without user, password and fragment.'
  // Written otherwise than it is read, the same document would be several clients.
  if (pathname === '/' || new URL(clientId).href !== clientId) return 'Its id must be a URL with a path, in its normal form.'
  return null
}

const document = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(50),
  token_endpoint_auth_method: z.string().optional(),
})

/** The client, or the error of its document. */
function clientIn(body: Buffer, clientId: string): Client | string {
  const parsed = document.safeParse(jsonIn(body))
  if (!parsed.success) return 'Its document is not client metadata.'
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method: method = 'none' } = parsed.data
  if (client_id !== clientId) return 'The client_id in its document is not its URL.'
  if (method !== 'none') return 'Its document requests a client secret; only public clients are accepted.'
  const redirectUris = redirect_uris.filter((uri) => redirectProblem(uri) === null)
  if (redirectUris.length === 0) return 'Its document has no redirect URI that can be used.'
  return { id: clientId, name: nameFrom(client_name ?? '', new URL(clientId).hostname), redirectUris }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function freshMs(cacheControl: string): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl)?.[1] ?? 0)
  return Math.min(Math.max(seconds * 1_000, shortestMs), longestMs)
}
