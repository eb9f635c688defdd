import type { Respond } from './respond.ts'
import type { Serial } from './serial.ts'
import type { Slack } from './slack.ts'

/** The dependencies for requests of Slack, besides those of the install. */
export type Deps = { slack: Slack; respond: Respond; inSerial: Serial }
