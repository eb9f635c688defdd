import type { HttpAnswer, ProviderDelivery, Reading } from '@tandem/plugin-kit'
import { z } from 'zod'
import { buttonOf, readButton } from './button.ts'
import type { SlackEvent } from './event.ts'
import { plainText, short } from './text.ts'

/**
 * Reads a request of Slack: slash commands, presses, shortcuts and events. Shapes:
 *   https://docs.slack.dev/interactivity/implementing-slash-commands#app_command_handling
 *   https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 *   https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload (message_action)
 *   https://docs.slack.dev/apis/events-api/ (event_callback, url_verification), https://docs.slack.dev/reference/events/link_shared
 */
const slashCommand = z.object({
  command: z.string(),
  text: z.string().default(''),
  team_id: z.string(),
  channel_id: z.string(),
  user_id: z.string(),
  user_name: z.string().default(''),
  response_url: z.string(),
  trigger_id: z.string(),
})

const person = z.object({ id: z.string(), username: z.string().nullish(), name: z.string().nullish() })
const interaction = {
  team: z.object({ id: z.string() }),
  user: person,
  channel: z.object({ id: z.string() }),
  response_url: z.string(),
  trigger_id: z.string(),
}
const blockActions = z.object({
  ...interaction,
  actions: z.array(z.object({ action_id: z.string(), value: z.string().nullish() })).min(1),
})
const messageAction = z.object({
  ...interaction,
  callback_id: z.string(),
  message: z.object({ ts: z.string(), text: z.string().nullish(), user: z.string().nullish(), username: z.string().nullish() }),
})

const callback = z.object({ type: z.string(), team_id: z.string().optional(), event_id: z.string().optional() })
const linkShared = z.object({
  event_id: z.string(),
  team_id: z.string(),
  event: z.object({
    channel: z.string(),
    message_ts: z.string(),
    unfurl_id: z.string().nullish(),
    source: z.string().nullish(),
    links: z.array(z.object({ url: z.string() })),
  }),
})

/** Of the links in one message that get a preview. */
const mostLinks = 20

/** The shortcut and the command of the app's manifest. */
const shortcutId = 'create_card'

/** Throws for a request that is not Slack's, or differs from its documentation. */
export function readSlack({ headers, rawBody }: ProviderDelivery): Reading<SlackEvent> {
  const text = rawBody.toString('utf8')
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return readCallback(JSON.parse(text))
  const form = new URLSearchParams(text)
  const payload = form.get('payload')
  if (payload !== null) return readInteraction(JSON.parse(payload))
  return form.has('ssl_check') ? { ignored: 'a check of the certificate' } : readCommand(Object.fromEntries(form))
}

/** Sent if no install takes the request: other messages go to the response URL, so Slack would show nothing. */
const unheard: HttpAnswer = {
  contentType: 'application/json',
  body: JSON.stringify({ response_type: 'ephemeral', text: 'No Tandem board is connected to this channel.' }),
}

function readCommand(form: unknown): Reading<SlackEvent> {
  const { text, team_id, channel_id, user_id, user_name, response_url, trigger_id } = slashCommand.parse(form)
  const user = { id: user_id, name: user_name || user_id }
  const asked = { teamId: team_id, channelId: channel_id, user, responseUrl: response_url }
  const event: SlackEvent = { kind: 'command', ...asked, text: plainText(text) }
  return { eventId: trigger_id, orderingKey: user_id, event, answerIfUnheard: unheard }
}

function readInteraction(payload: unknown): Reading<SlackEvent> {
  const { type } = z.object({ type: z.string() }).parse(payload)
  if (type === 'block_actions') return readPress(blockActions.parse(payload))
  return type === 'message_action' ? readShortcut(messageAction.parse(payload)) : { ignored: `interaction ${type}` }
}

const askedIn = ({ team, channel, user, response_url }: z.infer<z.ZodObject<typeof interaction>>) => ({
  teamId: team.id,
  channelId: channel.id,
  responseUrl: response_url,
  user: { id: user.id, name: user.username ?? user.name ?? user.id },
})

function readPress(payload: z.infer<typeof blockActions>): Reading<SlackEvent> {
  const pressed = payload.actions.find(({ action_id }) => action_id.startsWith(buttonOf.action))
  const button = readButton(pressed?.value ?? '')
  if (!button) return { ignored: 'a button that only opens an address' }
  const event: SlackEvent = { kind: 'press', ...askedIn(payload), ...button }
  return { eventId: payload.trigger_id, orderingKey: button.questionEventId, event }
}

function readShortcut(payload: z.infer<typeof messageAction>): Reading<SlackEvent> {
  if (payload.callback_id !== shortcutId) return { ignored: `shortcut ${payload.callback_id}` }
  const { ts, text, user, username } = payload.message
  const event: SlackEvent = {
    kind: 'shortcut',
    ...askedIn(payload),
    messageTs: ts,
    text: short(plainText(text ?? ''), 10_000),
    author: username ?? user ?? 'someone',
  }
  return { eventId: payload.trigger_id, orderingKey: payload.user.id, event, answerIfUnheard: unheard }
}

function readCallback(body: unknown): Reading<SlackEvent> {
  const { type } = callback.parse(body)
  if (type === 'url_verification')
    return { ignored: type, answer: { contentType: 'text/plain', body: z.object({ challenge: z.string() }).parse(body).challenge } }
  const { event: inner } = z.object({ event: z.object({ type: z.string() }) }).parse(body)
  if (type !== 'event_callback' || inner.type !== 'link_shared') return { ignored: `event ${inner.type}` }
  const { event_id: eventId, team_id: teamId, event: shared } = linkShared.parse(body)
  const urls = shared.links.slice(0, mostLinks).map(({ url }) => url)
  const place = { unfurlId: shared.unfurl_id ?? null, source: shared.source ?? null, messageTs: shared.message_ts }
  return { eventId, orderingKey: shared.channel, event: { kind: 'links', teamId, channelId: shared.channel, ...place, urls } }
}
