import { randomUUID } from 'node:crypto'
import { appId, type DoubleMessage, onWire } from './slack-api.ts'

export type SlackDoubleUser = { id: string; name: string }
export type SlackRequest = { contentType: string; body: string }

/** The requests that Slack makes of the plugin, without their signatures. `responseUrl` makes one for an answer to a person. */
export function createInteractions(teamId: string, responseUrl: (userId: string) => string) {
  let lastTrigger = 13_345_224_609
  const triggerId = (): string => `${++lastTrigger}.738474920.${randomUUID().replaceAll('-', '')}`
  const form = (fields: Record<string, string>): SlackRequest => ({
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  })
  const interaction = (type: string, { id, name }: SlackDoubleUser, channel: string, more: object): SlackRequest =>
    form({
      payload: JSON.stringify({
        type,
        team: { id: teamId, domain: 'acme' },
        user: { id, username: name, name, team_id: teamId },
        api_app_id: appId,
        token: 'legacy',
        trigger_id: triggerId(),
        enterprise: null,
        is_enterprise_install: false,
        channel: { id: channel, name: 'engine' },
        response_url: responseUrl(id),
        ...more,
      }),
    })

  return {
    command: ({ id, name }: SlackDoubleUser, channel: string, text: string) =>
      form({
        token: 'legacy',
        team_id: teamId,
        team_domain: 'acme',
        channel_id: channel,
        channel_name: 'engine',
        user_id: id,
        user_name: name,
        command: '/tandem',
        text,
        api_app_id: appId,
        is_enterprise_install: 'false',
        response_url: responseUrl(id),
        trigger_id: triggerId(),
      }),
    press: (user: SlackDoubleUser, message: DoubleMessage, label: string) =>
      interaction('block_actions', user, message.channel, {
        container: { type: 'message', message_ts: message.ts, channel_id: message.channel, is_ephemeral: false },
        message: onWire(message, teamId, false),
        actions: [{ ...buttonOf(message, label), type: 'button', action_ts: message.ts }],
        state: { values: {} },
      }),
    messageShortcut: (user: SlackDoubleUser, message: DoubleMessage, callbackId: string) =>
      interaction('message_action', user, message.channel, {
        callback_id: callbackId,
        action_ts: message.ts,
        message_ts: message.ts,
        message: onWire(message, teamId, false),
      }),
    linkShared: (channel: string, urls: readonly string[]): SlackRequest => ({
      contentType: 'application/json',
      body: JSON.stringify({
        token: 'legacy',
        team_id: teamId,
        api_app_id: appId,
        type: 'event_callback',
        event_id: `Ev${randomUUID()}`,
        event_time: 1_700_000_000,
        event: {
          type: 'link_shared',
          channel,
          is_bot_user_member: true,
          user: 'U0ADA',
          message_ts: '1700000000.000100',
          event_ts: '1',
          unfurl_id: `C1.${randomUUID()}`,
          source: 'conversations_history',
          links: urls.map((url) => ({ domain: new URL(url).hostname, url })),
        },
      }),
    }),
  }
}

function buttonOf(message: DoubleMessage, label: string): object {
  for (const block of message.blocks) {
    const button = block.elements?.find((element) => element.type === 'button' && element.text?.text === label)
    if (button) return { action_id: button.action_id, block_id: block.block_id, text: button.text, value: button.value }
  }
  throw new Error(`there is no button ${label} on ${message.text}`)
}
