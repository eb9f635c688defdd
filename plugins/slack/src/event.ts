import { z } from 'zod'

/** The stored part of a request of Slack, reduced to the fields in use. */
const user = z.object({ id: z.string(), name: z.string() })
export type SlackUser = z.infer<typeof user>

const asked = {
  teamId: z.string(),
  channelId: z.string(),
  user,
  responseUrl: z.string().describe('Where the one who asked can be answered for half an hour, five times.'),
}

export const slackEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), ...asked, text: z.string() }),
  z.object({
    kind: z.literal('press'),
    ...asked,
    integrationId: z.string(),
    sessionId: z.string(),
    questionEventId: z.string(),
    answer: z.string(),
  }),
  z.object({ kind: z.literal('shortcut'), ...asked, messageTs: z.string(), text: z.string(), author: z.string() }),
  z.object({
    kind: z.literal('links'),
    teamId: z.string(),
    channelId: z.string(),
    unfurlId: z.string().nullable(),
    source: z.string().nullable(),
    messageTs: z.string(),
    urls: z.array(z.string()).max(20),
  }),
])
export type SlackEvent = z.infer<typeof slackEvent>

export type Asked = SlackEvent & { kind: 'command' | 'press' | 'shortcut' }
