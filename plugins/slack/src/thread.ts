import type { BoardActivity, Context } from '@tandem/plugin-kit'
import { cardMessage, type SeenCard } from './card.ts'
import { type Channel, channelsOf, wants } from './channels.ts'
import { show, shownAt } from './show.ts'
import { type Message, type Slack, SlackRefusal } from './slack.ts'

/** The context of posting. A card is one message in a channel, and everything about it is in the thread of that message. */
export type Place = { seen: SeenCard; context: Context; slack: Slack }
export type PostContext = Place & { activity: BoardActivity }

/** Acts in each channel that wants the verb, or that has the message already, so that it stays up to date. */
export async function inChannels(
  { activity, context }: PostContext,
  key: string,
  act: (channelId: string) => Promise<unknown>,
): Promise<void> {
  const isConcerned = (channel: Channel) => wants(channel, activity.verb) || shownAt(channel.channelId, key, context) !== null
  await inEach(channelsOf(context.install).filter(isConcerned), context, act)
}

export async function whereShown(key: string, { context }: Place, act: (channelId: string) => Promise<unknown>): Promise<void> {
  const isShown = ({ channelId }: Channel) => shownAt(channelId, key, context) !== null
  await inEach(channelsOf(context.install).filter(isShown), context, act)
}

/** A channel that is gone, or that the bot is not in, holds up none of the others. */
export async function inEach(
  channels: readonly Pick<Channel, 'channelId'>[],
  { log }: Context,
  act: (channelId: string) => Promise<unknown>,
): Promise<void> {
  for (const { channelId } of channels) {
    try {
      await act(channelId)
    } catch (failure) {
      if (!(failure instanceof SlackRefusal)) throw failure
      log.warn({ channelId, reason: failure.reason }, 'Slack refused; the channel is skipped')
    }
  }
}

export const cardKey = (cardId: string): string => `card ${cardId}`

/** Returns the thread of the card in the channel. */
export function showCard(channelId: string, { seen, context, slack }: Place): Promise<string> {
  return show({ channelId }, cardKey(seen.card.id), cardMessage(seen, context), context, slack)
}

export async function showInThread(channelId: string, key: string, message: Message, place: Place): Promise<void> {
  const threadTs = await showCard(channelId, place)
  await show({ channelId, threadTs }, key, message, place.context, place.slack)
}
