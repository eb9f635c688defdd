import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { type CodeHostApi, CodeHostRefusal, type Place, RetryLater, retryAfterMs } from '@tandem/plugin-kit'
import { z } from 'zod'
import type { GithubAccess } from './settings.ts'

const longestAnswerMs = 15_000
const perPage = 100
const mostCommentPages = 10
const mostCommitPages = 3

const commits = z.array(z.object({ commit: z.object({ message: z.string() }) }))
const comment = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
  performed_via_github_app: z.object({ id: z.number() }).nullish(),
})

/**
 * The few things that are asked of GitHub, each as the App or the person whose token it is. Of the messages of commits the first 250,
 * which is all that GitHub tells. Null without access. `now` is for the answers that say when to come back.
 */
export function createGithub(access: GithubAccess, now: () => number = Date.now): CodeHostApi | null {
  if (access.as === 'none') return null
  const octokits = access.as === 'app' ? appOctokits(access) : tokenOctokit(access)

  async function ask(at: Place, route: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const [owner, repo] = at.repository.split('/')
    return answered(now, async () => (await (await octokits(at)).request(route, { owner, repo, ...parameters })).data)
  }

  let login: Promise<string> | undefined
  /** A person's token: the person. Asked once; again after a failure. */
  function ownLogin(at: Place): Promise<string> {
    login ??= ask(at, 'GET /user').then((user) => z.object({ login: z.string() }).parse(user).login)
    login.catch(() => {
      login = undefined
    })
    return login
  }

  async function isOwn(at: Place, { user, performed_via_github_app: app }: z.infer<typeof comment>): Promise<boolean> {
    return access.as === 'app' ? app?.id === access.appId : user?.login === (await ownLogin(at))
  }

  return {
    async commitMessages(at) {
      const messages: string[] = []
      for (let page = 1; page <= mostCommitPages; page++) {
        const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits'
        const found = commits.parse(await ask(at, route, { pull_number: at.number, per_page: perPage, page }))
        messages.push(...found.map(({ commit }) => commit.message))
        if (found.length < perPage) break
      }
      return messages
    },
    async *comments(at) {
      for (let page = 1; page <= mostCommentPages; page++) {
        const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
        const found = z.array(comment).parse(await ask(at, route, { issue_number: at.number, per_page: perPage, page }))
        for (const one of found) if (await isOwn(at, one)) yield { id: one.id, body: one.body ?? '' }
        if (found.length < perPage) return
      }
    },
    async addComment(at, body) {
      const made = await ask(at, 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: at.number, body })
      return z.object({ id: z.number() }).parse(made).id
    },
    async changeComment(at, commentId, body) {
      try {
        await ask(at, 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { comment_id: commentId, body })
        return true
      } catch (failure) {
        if (failure instanceof CodeHostRefusal && failure.status === 404) return false
        throw failure
      }
    },
  }
}

type Octokits = (at: Place) => Promise<Octokit>

/**
 * The console log is silenced because octokit would log requests with their content. The timeout is needed because octokit has none, also
 * for the tokens that it fetches by itself.
 */
const careful = {
  log: { debug() {}, info() {}, warn() {}, error() {} },
  request: { fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(longestAnswerMs) }) },
}

function tokenOctokit({ token, apiUrl }: GithubAccess & { as: 'token' }): Octokits {
  const octokit = new Octokit({ auth: token, baseUrl: apiUrl, ...careful })
  return () => Promise.resolve(octokit)
}

/** One for each installation: it keeps the token that the App gets there, and a new one before that ends. */
function appOctokits({ appId, privateKey, apiUrl }: GithubAccess & { as: 'app' }): Octokits {
  const made = new Map<number, Octokit>()
  const options = (auth: object) => ({ authStrategy: createAppAuth, auth: { appId, privateKey, ...auth }, baseUrl: apiUrl, ...careful })
  const app = new Octokit(options({}))
  const byRepository = new Map<string, number>()

  async function installationOf({ repository }: Place): Promise<number> {
    const known = byRepository.get(repository)
    if (known !== undefined) return known
    const [owner, repo] = repository.split('/')
    const { data } = await app.request('GET /repos/{owner}/{repo}/installation', { owner: owner ?? '', repo: repo ?? '' })
    byRepository.set(repository, data.id)
    return data.id
  }

  return async (at) => {
    const installationId = at.installationId ?? (await installationOf(at))
    const octokit = made.get(installationId) ?? new Octokit(options({ installationId }))
    made.set(installationId, octokit)
    return octokit
  }
}

const failed = z.object({
  status: z.number(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()) }).optional(),
})

/**
 * Throws RetryLater for temporary failures, CodeHostRefusal for permanent ones.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
async function answered<T>(now: () => number, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const { status, message, response } = failed.safeParse(cause).data ?? { status: 0, message: '' }
    const headers = response?.headers ?? {}
    const isSpent = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message)
    if (status === 429 || (status === 403 && isSpent))
      throw new RetryLater('GitHub rate limit reached; retrying.', { delayMs: limitedForMs(headers, now()), cause })
    if (status >= 400 && status < 500) throw new CodeHostRefusal('GitHub', status, cause)
    throw new RetryLater('GitHub could not be reached.', { cause })
  }
}

function limitedForMs(headers: Record<string, string | number | undefined>, nowMs: number): number {
  const requestedMs = retryAfterMs(headers['retry-after'], nowMs)
  if (requestedMs !== undefined) return requestedMs
  const resetAt = Number(headers['x-ratelimit-reset'])
  // Without any word of it: a minute, as GitHub's guide says.
  return Number.isFinite(resetAt) ? Math.max(0, resetAt * 1000 - nowMs) : 60_000
}
