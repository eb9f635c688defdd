import type { Respond } from './respond.ts'
import type { Serial } from './serial.ts'
import type { Slack } from './slack.ts'

/** What acts on a request of Slack need besides the install's own. */
export type Deps = { slack: Slack; respond: Respond; inSerial: Serial }
