import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Replies } from '../../kernel/replies.ts'
import { messageDomain } from '../../message-domain.ts'
import type { Seal } from '../../seal.ts'
import { type ReplyAddresses, replyAddresses } from './address.ts'
import { createReplies } from './take.ts'

/** Replies by mail: the reply addresses of our mails, and the handling of replies. */
export type MailIn = { addresses: ReplyAddresses; replies: Replies }

/** Null without MAIL_IN_ADDRESS. */
export function createMailIn(deps: { config: Config; kernel: Kernel; database: Database; seal: Seal; clock: Clock }): MailIn | null {
  const { config, seal, clock } = deps
  if (config.MAIL_IN_ADDRESS === undefined) return null
  const addresses = replyAddresses(seal, config.MAIL_IN_ADDRESS)
  return { addresses, replies: createReplies({ ...deps, addresses, ownDomain: messageDomain(config.MAIL_FROM), now: clock.now }) }
}
