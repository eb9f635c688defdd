import { type CodeHostApi, CodeHostRefusal, type Place, RetryLater, retryAfterMs } from '@tandem/plugin-kit'
import { z } from 'zod'
import type { GitlabAccess } from './settings.ts'

/** GitLab's REST API as the plugin uses it: https://docs.gitlab.com/api/merge_requests, https://docs.gitlab.com/api/notes */
const longestAnswerMs = 15_000
const perPage = 100
const mostNotePages = 10
const mostCommitPages = 3

const commits = z.array(z.object({ message: z.string() }))
const notes = z.array(z.object({ id: z.number(), body: z.string(), system: z.boolean(), author: z.object({ id: z.number() }) }))
const withId = z.object({ id: z.number() })

/** Null without a token. `now` is for the answers that say when to come back. */
export function createGitlab({ url, token }: GitlabAccess, now: () => number = Date.now): CodeHostApi | null {
  if (token === null) return null
  const ask = (method: string, path: string, body?: object): Promise<unknown> => answered({ url, token, now }, method, path, body)
  const mergeRequest = ({ repository, number }: Place) => `projects/${encodeURIComponent(repository)}/merge_requests/${number}`

  let ownId: Promise<number> | undefined
  /** The account of the token. Requested once, and again after a failure. */
  function own(): Promise<number> {
    ownId ??= ask('GET', 'user').then((user) => withId.parse(user).id)
    ownId.catch(() => {
      ownId = undefined
    })
    return ownId
  }

  return {
    async commitMessages(at) {
      const messages: string[] = []
      for (let page = 1; page <= mostCommitPages; page++) {
        const found = commits.parse(await ask('GET', `${mergeRequest(at)}/commits?per_page=${perPage}&page=${page}`))
        messages.push(...found.map(({ message }) => message))
        if (found.length < perPage) break
      }
      return messages
    },
    async *comments(at) {
      for (let page = 1; page <= mostNotePages; page++) {
        const found = notes.parse(await ask('GET', `${mergeRequest(at)}/notes?sort=asc&per_page=${perPage}&page=${page}`))
        for (const { id, body, system, author } of found) if (!system && author.id === (await own())) yield { id, body }
        if (found.length < perPage) return
      }
    },
    async addComment(at, body) {
      return withId.parse(await ask('POST', `${mergeRequest(at)}/notes`, { body })).id
    },
    async changeComment(at, commentId, body) {
      try {
        await ask('PUT', `${mergeRequest(at)}/notes/${commentId}`, { body })
        return true
      } catch (failure) {
        if (failure instanceof CodeHostRefusal && failure.status === 404) return false
        throw failure
      }
    },
  }
}

type Asking = { url: string; token: string; now: () => number }

/** Throws RetryLater for temporary failures, CodeHostRefusal for permanent ones. https://docs.gitlab.com/security/rate_limits */
async function answered({ url, token, now }: Asking, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await sent(`${url}/api/v4/${path}`, {
    method,
    headers: { 'private-token': token, 'user-agent': 'tandem-gitlab', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    // A redirect would take the token along.
    redirect: 'error',
    signal: AbortSignal.timeout(longestAnswerMs),
  })
  if (answer.ok) return answer.json()
  await answer.body?.cancel()
  if (answer.status === 429) throw new RetryLater('GitLab rate limit reached; retrying.', { delayMs: limitedForMs(answer.headers, now()) })
  if (answer.status >= 500) throw new RetryLater(`GitLab answered ${answer.status}.`)
  throw new CodeHostRefusal('GitLab', answer.status)
}

async function sent(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (cause) {
    throw new RetryLater('GitLab could not be reached.', { cause })
  }
}

/** A proxy before GitLab may limit without a word of it: then a minute, which is GitLab's usual window. */
function limitedForMs(headers: Headers, nowMs: number): number {
  const requestedMs = retryAfterMs(headers.get('retry-after'), nowMs)
  if (requestedMs !== undefined) return requestedMs
  const resetAt = Number(headers.get('ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(resetAt) ? Math.max(0, resetAt * 1000 - nowMs) : 60_000
}
