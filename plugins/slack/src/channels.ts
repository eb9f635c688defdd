import type { Install } from '@tandem/plugin-kit'
import { z } from 'zod'

/** The channels that the board's config maps, as far as the operator grants them. Specification: decisions §5. */
const channel = z.object({
  channelId: z.string(),
  verbs: z.array(z.string()).optional().catch(undefined),
  commands: z.boolean().default(true).catch(true),
  listId: z.string().optional().catch(undefined),
})
export type Channel = z.infer<typeof channel>

const mostChannels = 20

/** An entry that cannot be read is passed over: the others go on. */
export function channelsOf({ config, allow }: Pick<Install, 'config' | 'allow'>): Channel[] {
  const given = Array.isArray(config.channels) ? config.channels.slice(0, mostChannels) : []
  const read = given.flatMap((one) => channel.safeParse(one).data ?? [])
  const granted = read.filter(({ channelId }) => allow === undefined || allow.includes(channelId))
  return granted.filter(({ channelId }, at) => granted.findIndex((other) => other.channelId === channelId) === at)
}

export const channelOf = (install: Pick<Install, 'config' | 'allow'>, channelId: string): Channel | undefined =>
  channelsOf(install).find((one) => one.channelId === channelId)

/** Whether a channel wants to hear of a verb: named, by its family, or by saying nothing. */
export function wants({ verbs }: Channel, verb: string): boolean {
  if (verbs === undefined) return true
  return verbs.some((selector) => selector === '*' || selector === verb || selector === `${verb.split('.')[0]}.*`)
}
