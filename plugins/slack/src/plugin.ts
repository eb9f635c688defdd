import { manifests } from '@tandem/contract'
import { type Context, type Install, type Plugin, RetryLater } from '@tandem/plugin-kit'
import { postBoardEvent } from './board-event.ts'
import { channelOf } from './channels.ts'
import { runCommand } from './command.ts'
import type { Deps } from './deps.ts'
import { type SlackEvent, slackEvent } from './event.ts'
import { showLinkedCards } from './links.ts'
import { answerByPress } from './press.ts'
import { readSlack } from './read.ts'
import { createRespond } from './respond.ts'
import { createSerial } from './serial.ts'
import { readApiUrl } from './settings.ts'
import { cardFromMessage } from './shortcut.ts'
import { createSlack, type Slack } from './slack.ts'

/** Slack as a plugin of Tandem. Specification: service §6 (integration event handling), decisions §5. */
export function slackPlugin(environment: Readonly<Record<string, string | undefined>>): Plugin<SlackEvent> {
  const apiUrl = readApiUrl(environment)
  const [respond, inSerial, slackOf] = [createRespond(apiUrl), createSerial(), slackByToken(apiUrl)]
  return {
    manifest: slackManifest(),
    environmentSecrets: { botToken: 'SLACK_BOT_TOKEN', signingSecret: 'SLACK_SIGNING_SECRET' },
    provider: { signedWith: 'signingSecret', event: slackEvent, read: readSlack, isFor },
    async onProviderEvent(event, context) {
      const slack = slackOf(context.install)
      // One app in several workspaces signs for all of them with one secret.
      if (!(await slack.teams()).includes(event.teamId)) return
      await act(event, context, { slack, respond, inSerial })
    },
    async onBoardEvent(activity, context) {
      if (activity.cardId !== null)
        await inSerial(`${context.install.name} ${activity.cardId}`, () => postBoardEvent(activity, context, slackOf(context.install)))
    },
  }
}

function act(event: SlackEvent, context: Context, deps: Deps): Promise<void> {
  if (event.kind === 'press') return answerByPress(event, context, deps)
  if (event.kind === 'command') return runCommand(event, context, deps)
  return event.kind === 'shortcut' ? cardFromMessage(event, context, deps) : showLinkedCards(event, context, deps.slack)
}

/** In the channels that the board's config maps; a button is that of the install which made it. */
function isFor(event: SlackEvent, install: Install): boolean {
  const channel = channelOf(install, event.channelId)
  if (!channel) return false
  if (event.kind === 'press') return event.integrationId === install.integrationId
  return event.kind === 'links' || channel.commands
}

/** One for each token, which may change while the plugin runs. */
function slackByToken(apiUrl: string): (install: Install) => Slack {
  const made = new Map<string, Slack>()
  return (install) => {
    const token = install.secret('botToken')
    if (token === undefined)
      throw new RetryLater('The bot token is missing. Set SLACK_BOT_TOKEN, or botToken in the secrets of the integration.')
    const slack = made.get(token) ?? createSlack(token, apiUrl)
    made.set(token, slack)
    return slack
  }
}

function slackManifest(): Plugin<SlackEvent>['manifest'] {
  const manifest = manifests.find(({ type }) => type === 'slack')
  if (!manifest) throw new Error('The contract declares no plugin slack.')
  return manifest
}
