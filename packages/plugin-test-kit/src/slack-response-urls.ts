import { randomUUID } from 'node:crypto'
import type { Given } from './slack-api.ts'
import { blockProblem } from './slack-blocks.ts'

/** Slack takes so many answers at one URL. */
const mostResponses = 5

/** The URLs at which the plugin answers a person, and its answers. */
export function createResponseUrls(teamId: string) {
  const whispers: { userId: string; text: string }[] = []
  const places = new Map<string, { userId: string; used: number }>()
  return { whispers, respond, newPath }

  function respond(pathname: string, text: string): Given {
    const place = places.get(pathname)
    if (!place) return { status: 404, body: { ok: false, error: 'expired_url' } }
    if (++place.used > mostResponses) return { status: 404, body: { ok: false, error: 'used_url' } }
    const given = JSON.parse(text)
    if (given.response_type !== 'ephemeral') return { status: 400, body: { ok: false, error: 'invalid_response_type' } }
    if (blockProblem(given.blocks ?? []) !== null) return { status: 400, body: { ok: false, error: 'invalid_blocks' } }
    whispers.push({ userId: place.userId, text: given.text })
    return { status: 200, body: 'ok' }
  }

  function newPath(userId: string): string {
    const path = `/commands/${teamId}/${randomUUID()}`
    places.set(path, { userId, used: 0 })
    return path
  }
}
