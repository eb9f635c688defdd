import { createHash } from 'node:crypto'
import type { Context } from '@tandem/plugin-kit'
import { z } from 'zod'
import { type Message, type Place, type Slack, SlackRefusal } from './slack.ts'

/**
 * Shows something once: the first time as a message, from then on in place. Slack takes no key against doubles, so the intention is kept
 * before the message is sent; with an intention and no answer, the message is looked for by its mark.
 */
const known = z.object({ ts: z.string().nullable(), fingerprint: z.string().optional() })

/** Returns the `ts` of the message. */
export async function show(place: Place, key: string, message: Message, context: Context, slack: Slack): Promise<string> {
  const { store, install } = context
  const [kept, fingerprint] = [storeKey(place.channelId, key), fingerprintOf(message)]
  const before = known.safeParse(store.get(kept)).data
  const mark = { integrationId: install.integrationId, key }
  const ts = before && before.ts === null ? await lookFor(place, key, context, slack) : (before?.ts ?? null)
  if (ts !== null && before?.fingerprint === fingerprint) return ts
  if (ts !== null && (await slack.update(place.channelId, ts, message, mark))) {
    await store.set(kept, { ts, fingerprint })
    return ts
  }
  await store.set(kept, { ts: null })
  const posted = await slack.post(place, message, mark)
  await store.set(kept, { ts: posted, fingerprint })
  return posted
}

/** Null when it was never shown there. */
export function shownAt(channelId: string, key: string, { store }: Context): string | null {
  return known.safeParse(store.get(storeKey(channelId, key))).data?.ts ?? null
}

const storeKey = (channelId: string, key: string): string => `message ${channelId} ${key}`
const fingerprintOf = (message: Message): string => createHash('sha256').update(JSON.stringify(message)).digest('base64url')

/** Without the permission to read the channel, a message may stand there twice after a crash in the worst moment. */
async function lookFor(place: Place, key: string, { install, log }: Context, slack: Slack): Promise<string | null> {
  try {
    return await slack.find(place, { integrationId: install.integrationId, key })
  } catch (failure) {
    if (!(failure instanceof SlackRefusal)) throw failure
    log.warn({ reason: failure.reason }, 'cannot tell whether a message was sent; sending it')
    return null
  }
}
