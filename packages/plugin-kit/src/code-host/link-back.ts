import { z } from 'zod'
import type { Context } from '../plugin.ts'
import type { NamedCard } from './cards.ts'
import type { CodeHostApi, Place } from './host.ts'
import { markerOf } from './marker.ts'

/** One comment on the pull request that names its cards: found again by its marker, and extended when more cards are linked. */
const known = z.object({ commentId: z.number(), body: z.string() })

/** Without the titles of the cards: the pull request may be public, and the board is not. */
export async function leaveLink(place: Place, cards: readonly NamedCard[], context: Context, api: CodeHostApi): Promise<void> {
  const { install, store } = context
  const links = cards.map(({ key }) => `[${key}](${install.cardUrl(key)})`)
  const body = `${markerOf(install.integrationId)}\nOn the board: ${links.join(', ')}`
  const key = `comment ${place.repository}#${place.number}`
  const before = known.safeParse(store.get(key)).data ?? (await found(place, context, api))
  const commentId = before === null ? await api.addComment(place, body) : before.commentId
  if (before !== null && before.body !== body && !(await api.changeComment(place, commentId, body))) return
  await store.set(key, { commentId, body })
}

/** After a crash between the comment and its being remembered, or with a new state folder. */
async function found(place: Place, { install }: Context, api: CodeHostApi): Promise<z.infer<typeof known> | null> {
  for await (const { id, body } of api.comments(place)) {
    if (body.startsWith(markerOf(install.integrationId))) return { commentId: id, body }
  }
  return null
}
